/** The first character that is as wide as it is high: of those before it, most are about two thirds as wide. */
const FIRST_WIDE = 0x2e80
const NARROW = 0.67
const BROAD_LETTERS = /[mw]/i

const breaksAnywhere = (text: string): boolean => text.charCodeAt(0) >= FIRST_WIDE
const isWide = (character: string): boolean => breaksAnywhere(character) || BROAD_LETTERS.test(character)

/** About how wide a bold text is, in sizes of its font. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (isWide(character) ? 1 : NARROW), 0)

/** About how wide the longest part of a text is that is not broken. A text of wide characters breaks anywhere. */
export const longestWordOf = (text: string): number =>
  Math.max(0, ...text.split(/[\s-]+/).map((word) => (breaksAnywhere(word) ? 1 : widthOf(word))))
