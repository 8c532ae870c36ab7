import { charactersOf } from '../../../src/text/characters.ts'

/** The first character that is as wide as it is high: of those before it, most are about two thirds as wide. */
const FIRST_WIDE = 0x2e80
const NARROW = 0.67
const BROAD_LETTERS = /[mw]/i

/** Where a word may be broken with a hyphen; otherwise it is not seen. */
export const SOFT_HYPHEN = '\u00ad'
const HYPHEN_WIDTH = 0.5

const breaksAnywhere = (text: string): boolean => text.charCodeAt(0) >= FIRST_WIDE
const isWide = (character: string): boolean => breaksAnywhere(character) || BROAD_LETTERS.test(character)

/** A picture is wider than it is high, and what only says how it looks has no width. */
const PICTURE = 1.25
const isPicture = (character: string): boolean => /\p{Extended_Pictographic}/u.test(character) && character > '\u00ff'
const hasNoWidth = (character: string): boolean =>
  character === SOFT_HYPHEN || /\p{Emoji_Modifier}|[\u200d\ufe0f]/u.test(character)

function widthOfCharacter(character: string): number {
  if (hasNoWidth(character)) return 0
  if (isPicture(character)) return PICTURE
  return isWide(character) ? 1 : NARROW
}

/** About how wide a bold text is, in sizes of its font. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0)

/** A text, cut off with an ellipsis if it is wider than so many sizes of its font. */
export function clipped(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let kept = ''
  for (const character of charactersOf(text)) {
    if (widthOf(`${kept}${character}…`) > most) break
    kept += character
  }
  return `${kept}…`
}

/** How wide a word is in its lines: each but the last one ends with a hyphen. */
const piecesOf = (word: string, width = widthOf): number[] =>
  word.split(SOFT_HYPHEN).map((piece, index, pieces) => width(piece) + (index < pieces.length - 1 ? HYPHEN_WIDTH : 0))

/** About how wide the longest part of a text is that is not broken. A text of wide characters breaks anywhere. */
export const longestWordOf = (text: string): number =>
  Math.max(0, ...text.split(/[\s-]+/).flatMap((word) => (breaksAnywhere(word) ? 1 : piecesOf(word))))

/** Lines are seldom full: a word that does not fit begins the next one. */
const FULL = 0.85

/**
 * The size of the font, of two limits, at which a bold text has at most so many lines of a width and breaks between
 * words only; null if it is too long for that.
 */
export function fittingSize(
  text: string,
  { width, lines, least, largest }: { width: number; lines: number; least: number; largest: number },
): number | null {
  if (widthOf(text) * largest <= width) return largest
  const whole = (width * lines * (lines > 1 ? FULL : 1)) / widthOf(text)
  const size = Math.min(largest, width / longestWordOf(text), whole)
  return size < least ? null : size
}

/** How wide letters of the display face are, in sizes of its font. */
const DISPLAY = { most: 0.54, broad: 0.82 }
const BROAD_IN_DISPLAY = /[mwA-Z]/

function displayLetter(character: string): number {
  if (breaksAnywhere(character)) return 1
  if (character === SOFT_HYPHEN) return 0
  return BROAD_IN_DISPLAY.test(character) ? DISPLAY.broad : DISPLAY.most
}

/** About how wide a text of the display face is, in sizes of its font. */
export const displayWidthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + displayLetter(character), 0)

/** No text is smaller, in CSS pixels. */
export const LEAST_NAME = 12

/** The size at which a name of the display face has one line of a width, CSS pixels: at least 12, also where that is too wide. */
export const lineSize = (name: string, width: number, largest: number): number =>
  Math.max(LEAST_NAME, Math.min(largest, width / displayWidthOf(name)))

/**
 * The size at which a name of the display face has one line of a width, or where that would be too small two, if they
 * have the height.
 * @returns CSS pixels, at least 12; null if the name has no room
 */
export function fittingName(
  name: string,
  { width, largest, height }: { width: number; largest: number; height: number },
): { size: number; lines: 1 | 2 } | null {
  const one = Math.min(largest, width / displayWidthOf(name))
  if (one >= LEAST_NAME + 1) return { size: one, lines: 1 }
  const two = Math.min(largest, width / longestPieceOf(name), (1.8 * width) / displayWidthOf(name), height / 2.1)
  if (two >= LEAST_NAME) return { size: two, lines: 2 }
  return one >= LEAST_NAME ? { size: one, lines: 1 } : null
}

/** How wide the longest part is that is not broken, in sizes of the font. */
const longestPieceOf = (name: string): number =>
  Math.max(...name.split(/[\s-]+/).flatMap((word) => piecesOf(word, displayWidthOf)))
