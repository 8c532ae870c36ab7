import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEXTS = fileURLToPath(new URL('../../../web/src/text', import.meta.url))

/** The languages that the page has, as its files of texts say. */
export const LANGUAGES: readonly string[] = readdirSync(TEXTS)
  .flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
  .sort()
/** Those that translate the English texts. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en')

/** What the page says in one of them, by the keys of its texts. */
export const textsIn = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(TEXTS, `${language}.json`), 'utf8')) as Record<string, string>
