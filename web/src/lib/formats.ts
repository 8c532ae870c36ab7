// The formats of Intl by language: making one takes a browser longer than formatting a hundred numbers with it.

/** Makes each format once. */
function kept<Format>(make: (lang: string, variant: string) => Format): (lang: string, variant?: string) => Format {
  const made = new Map<string, Format>()
  return (lang, variant = '') => {
    const key = `${lang} ${variant}`
    let format = made.get(key)
    if (!format) made.set(key, (format = make(lang, variant)))
    return format
  }
}

const numberFormat = kept((lang) => new Intl.NumberFormat(lang))
/** Below it no language of the page groups digits. */
const FIRST_GROUPED = 1_000

/** A number in a text. Small whole ones need no format: the first one that is made takes a phone 30 ms. */
export const numberText = (value: number, lang: string): string =>
  Number.isInteger(value) && Math.abs(value) < FIRST_GROUPED ? String(value) : numberFormat(lang).format(value)

export const wholeNumberFormat = kept(
  (lang) => new Intl.NumberFormat(lang, { maximumFractionDigits: 0, useGrouping: false }),
)
/** The variant is how many digits there are behind the point. */
export const percentFormat = kept(
  (lang, digits) => new Intl.NumberFormat(lang, { style: 'percent', minimumFractionDigits: Number(digits) }),
)
export const pluralRules = kept((lang) => new Intl.PluralRules(lang))
/** The variant is `conjunction` or `disjunction`. */
export const listFormat = kept((lang, type) => new Intl.ListFormat(lang, { type: type as Intl.ListFormatType }))
/** Makes what the texts of a table need, while the page waits for the match: the first list takes a phone 15 ms. */
export function prepareFormats(lang: string): void {
  pluralRules(lang).select(1)
  listFormat(lang, 'conjunction').format(['', ''])
}

export const dateFormat = kept((lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }))
export const momentFormat = kept((lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }))
