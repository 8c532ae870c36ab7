import { randomInt } from 'node:crypto'

/** Without 0, 1, I, L and O, which look like others. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8

/** A new invitation code: 39 random bits, as 8 characters that can be read out. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
