const LINE_BREAK = /\r\n?|[\u2028\u2029]/gu
/** Controls except line breaks, private use, unassigned, and what changes the direction of the text around it. */
const HARMFUL = /(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}]+/gu
/** More marks than these on one character only cover the characters around it. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu

/** A text, which may have several lines, without anything that acts on the text around it. */
export const plainText = (given: string): string =>
  given.normalize('NFC').replace(LINE_BREAK, '\n').replace(HARMFUL, ' ').replace(PILE_OF_MARKS, '$1').trim()

/** The same on one line, with single spaces. */
export const plainLine = (given: string): string => plainText(given).replace(/\s+/gu, ' ')
