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

export const numberFormat = kept((lang) => new Intl.NumberFormat(lang))
export const wholeNumberFormat = kept(
  (lang) => new Intl.NumberFormat(lang, { maximumFractionDigits: 0, useGrouping: false }),
)
export const percentFormat = kept((lang) => new Intl.NumberFormat(lang, { style: 'percent' }))
export const pluralRules = kept((lang) => new Intl.PluralRules(lang))
/** The variant is `conjunction` or `disjunction`. */
export const listFormat = kept((lang, type) => new Intl.ListFormat(lang, { type: type as Intl.ListFormatType }))
export const dateFormat = kept((lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }))
export const momentFormat = kept(
  (lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }),
)
