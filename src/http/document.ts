import { readFileSync } from 'node:fs'
import { PICTURE_SIZE } from '../pictures/index.ts'
import { escapeHtml } from './html.ts'
import type { Preview } from './preview-texts.ts'

/** What the built document says of itself, in the place of which each link says what it leads to. */
const OWN_WORDS = /<meta name="description" content="[^"]*" \/>\s*<title>[^<]*<\/title>/
/** The picture of the page, where there is none of a match. */
const ICON = '/icon-512.png'

/** Messengers show a picture at once, and large, if they are told its size (px). */
const SIZE_OF_PICTURE = [
  ['property', 'og:image:width', String(PICTURE_SIZE.width)],
  ['property', 'og:image:height', String(PICTURE_SIZE.height)],
]

/** A link to the page. Its picture has its own path on this server; null if there is none of what it leads to. */
interface Link {
  origin: string | null
  path: string
  picture: string | null
}

/** The document of the page, with the words for a link. */
export type Document = (preview: Preview, link: Link) => string

/** Reads the document as it was built. @throws Error if it has no description and title. */
export function readDocument(path: string): Document {
  const built = readFileSync(path, 'utf8')
  const [before, after] = built.split(OWN_WORDS)
  if (before === undefined || after === undefined) throw new Error(`${path} has no description before its title`)
  return (preview, link) => before + wordsOf(preview, link) + after
}

/** In the words of Open Graph, which all messengers read. Names in them are from strangers. */
function wordsOf({ title, description }: Preview, { origin, path, picture }: Link): string {
  const pictured =
    origin === null
      ? []
      : [
          ['property', 'og:url', origin + path],
          ['property', 'og:image', origin + (picture ?? ICON)],
        ]
  const tags = [
    ['name', 'description', description],
    ['property', 'og:site_name', 'Curia'],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ...pictured,
    ...(origin === null || picture === null ? [] : SIZE_OF_PICTURE),
    ['name', 'twitter:card', picture === null ? 'summary' : 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
  ] as const
  const written = tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`)
  return [...written, `<title>${escapeHtml(title)}</title>`].join('\n    ')
}
