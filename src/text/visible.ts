/**
 * What shows nothing: controls, formats, surrogates, private use and unassigned; separators; what Unicode says that may
 * be ignored, as fillers and variation selectors; blanks that Unicode counts as letters and symbols (Braille, Egyptian,
 * a null notehead); and the stand-ins for an object and for a character that was lost.
 */
const NOTHING = '\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{1D159}\\uFFFC\\uFFFD'
const HIDDEN = new RegExp(`[${NOTHING}]`, 'u')
/** A mark alone has nothing to be seen on. */
const VISIBLE = new RegExp(`[^${NOTHING}\\p{M}]`, 'u')

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** The first character of a text that shows nothing, or only space. */
export const hiddenIn = (text: string): string | undefined => HIDDEN.exec(text)?.[0]
