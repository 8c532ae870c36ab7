import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

// What the build makes of the files of texts: whatever a language lacks is in English, and what is shown before the page
// is there, or without a network, is in every language.

type Texts = Readonly<Record<string, string>>

const ENGLISH = 'en'
/** A file of texts of one language: `text/de.json`, `text/names.de.json`, `learn/de.json`. */
const FILE = /[\\/](?:text|learn)[\\/](?:[a-z]+\.)?([\w-]+)\.json$/
/** Where the document says that Curia is not loaded yet. */
const START = '<!-- start, in every language -->'
/** Where the page without a network says so. */
const OFFLINE = '<!-- offline, in every language -->'

const read = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8')) as Texts

/** The texts of a file, with the English ones that it lacks; null for a file that is in no language. */
export function textsOf(path: string): Texts | null {
  const language = FILE.exec(path)?.[1]
  const name = basename(path)
  if (language === undefined || name === 'lessons.json') return null
  const english = join(dirname(path), name.replace(`${language}.json`, `${ENGLISH}.json`))
  return { ...read(english), ...read(path) }
}

/** What stands outside of the page, in each language, English first. */
function outside(folder: string): { language: string; texts: Texts }[] {
  const languages = readdirSync(folder).flatMap((name) => /^outside\.([\w-]+)\.json$/.exec(name)?.[1] ?? [])
  return [ENGLISH, ...languages.filter((language) => language !== ENGLISH).sort()].map((language) => ({
    language,
    texts: textsOf(join(folder, `outside.${language}.json`))!,
  }))
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The lines of the document that stay if the page cannot be loaded. */
export const startLines = (folder: string): string =>
  outside(folder)
    .map(({ language, texts }) => {
      const link = `<a href="">${html(texts['start.reload']!)}</a>`
      return `<p lang="${language}">${html(texts['start.text']!).replace('{reload}', link)}</p>`
    })
    .join('\n        ')

/** What is shown without a network: a section for each language. */
export const offlineSections = (folder: string): string =>
  outside(folder)
    .map(({ language, texts }, index) => {
      const heading = index === 0 ? 'h1' : 'h2'
      return [
        `<section lang="${language}">`,
        `  <${heading}>${html(texts['offline.title']!)}</${heading}>`,
        `  <p>${html(texts['offline.text']!)}</p>`,
        `  <p><a href="">${html(texts['offline.retry']!)}</a></p>`,
        `</section>`,
      ].join('\n      ')
    })
    .join('\n      ')

/** The plugin of the build. `root`: the folder of the page. */
export function languages(root: string): Plugin {
  const folder = join(root, 'src/text')
  return {
    name: 'languages',
    enforce: 'pre',
    load(id) {
      const path = id.replace(/\?.*$/, '')
      const texts = FILE.test(path) ? textsOf(path) : null
      return texts && JSON.stringify(texts)
    },
    transformIndexHtml: (document) => document.replace(START, () => startLines(folder)),
    generateBundle() {
      const source = readFileSync(join(root, 'offline.html'), 'utf8').replace(OFFLINE, () => offlineSections(folder))
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
    },
  }
}
