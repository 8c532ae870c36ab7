import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #222; background: #fff }
h2 { margin-top: 3rem } code { font: 0.9em ui-monospace, monospace } a { color: #135 } img { max-width: 100% }
pre, table { display: block; overflow-x: auto } pre { padding: 0.75rem; background: #f3f3f3 }
table { border-collapse: collapse } th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top }
tr { border-bottom: 1px solid #8884 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 } a { color: #9cf } pre { background: #222 }
}
`

/** The documents of the project that a server has: all in docs/, and these. */
const OTHERS = ['README.md', 'CHANGELOG.md', 'rules/README.md']

/** Where a document or a picture is served, without a slash at the beginning. */
const addressOf = (path: string): string =>
  `docs/${path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}`

/** Writes the documents as pages into a folder, by their addresses, with their pictures. Links between them work. */
export async function buildPages(folder: string): Promise<void> {
  const inDocs = await readdir(join(ROOT, 'docs'), { recursive: true })
  const documents = [
    ...inDocs.filter((name) => name.endsWith('.md')).map((name) => posix.join('docs', name)),
    ...OTHERS,
  ]
  const pictures = inDocs.filter((name) => /\.(png|gif|svg)$/.test(name)).map((name) => posix.join('docs', name))
  const served = new Set([...documents, ...pictures])
  const write = async (address: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, address)), { recursive: true })
    await writeFile(join(folder, address), content)
  }
  await write('docs/page.css', STYLE)
  for (const path of documents) {
    await write(`${addressOf(path)}.html`, pageOf(path, await readFile(join(ROOT, path), 'utf8'), served))
  }
  for (const path of pictures) await write(path, await readFile(join(ROOT, path)))
}

/**
 * A document as a page. Links are relative, so that a server may be below a path.
 * @param path where the document is in the project
 * @param served the paths of all documents and pictures; a link to anything else in the project becomes plain text
 */
export function pageOf(path: string, text: string, served: ReadonlySet<string>): string {
  const here = posix.dirname(addressOf(path))
  // By its folder: a page may have the name of the folder that it is linked from.
  const from = (address: string): string =>
    posix.join(posix.relative(here, posix.dirname(address)), posix.basename(address))
  const addressIn = (href: string): string | null => {
    if (/^([a-z]+:|#)/.test(href)) return href
    const [target = '', anchor] = href.split('#')
    const file = posix.join(posix.dirname(path), target)
    if (!served.has(file)) return null
    return `${from(addressOf(file))}${anchor === undefined ? '' : `#${anchor}`}`
  }
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const address = addressIn(href)
        return address === null ? inner : `<a href="${address}">${inner}</a>`
      },
      image({ href, text }) {
        return `<img src="${addressIn(href) ?? ''}" alt="${text.replaceAll('"', '&quot;')}">`
      },
    },
  })
  const body = marked.parse(text, { async: false })
  const title = /^# (.*)$/m.exec(text)?.[1] ?? path
  const link = (address: string, name: string): string => `<a href="${from(address)}">${name}</a>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Curia</title><link rel="stylesheet" href="${from('docs/page.css')}"></head><body>
<nav>${link('docs/client', 'The client SDK')} · ${link('docs/protocol', 'The protocol')} ·
${link('docs/json', 'OpenAPI')} · ${link('docs/events', 'Events of the socket')} · ${link('docs/readme', 'Curia')}</nav>
${body}</body></html>
`
}
