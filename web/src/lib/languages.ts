// Which languages there are is known from the files of texts alone: docs/languages.md.

/** The files of one kind by the tags of their languages: `text/de.json` and `names.de.json` have `de`. */
export const byLanguage = <File>(files: Readonly<Record<string, File>>): Readonly<Record<string, File>> =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [/([\w-]+)\.json$/.exec(path)![1]!, file]))

/** A language as most people who speak it write it: `de-AT` has the script `Latn`; null where the tag is not valid. */
function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return null
  }
}

/**
 * The best of some languages for a reader, by BCP 47: `de-AT` finds `de`, and `zh-TW` finds `zh-Hant`, but not `zh`. English
 * where nothing fits.
 * @param wanted the languages that the reader knows, the best first
 */
export function bestLanguage(wanted: readonly string[], there: readonly string[]): string {
  for (const asked of wanted.map(likely)) {
    if (!asked) continue
    const fitting = there.filter((tag) => {
      const { language, script } = likely(tag) ?? {}
      return language === asked.language && script === asked.script
    })
    const best = fitting.find((tag) => likely(tag)?.region === asked.region) ?? fitting[0]
    if (best !== undefined) return best
  }
  return 'en'
}

/** What a language is called by those who speak it, as a name in a list: `Français`. */
export function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
