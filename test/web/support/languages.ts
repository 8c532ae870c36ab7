import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const TEXTS = fileURLToPath(new URL('../../../web/src/text', import.meta.url))

/** The languages that the page has, as its files of texts say. */
export const LANGUAGES: readonly string[] = readdirSync(TEXTS)
  .flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
  .sort()
/** Those that translate the English texts. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en')
