import { CodedError } from '../protocol/index.ts'

const LONGEST = 300
/** Controls and line breaks, private use, unassigned, and what changes the direction of the text around it. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu
/** More marks than these on one character only cover the characters around it. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The text of a chat line: plain text on one line, which every client can show.
 * @throws CodedError `bad-request` if nothing visible is left, or more than 300 characters.
 */
export function chatText(given: string): string {
  const text = given.normalize('NFC').replace(HARMFUL, ' ').replace(PILE_OF_MARKS, '$1').replace(/\s+/gu, ' ').trim()
  if (!VISIBLE.test(text)) throw new CodedError('bad-request', 'A line has at least one visible character.')
  if (text.length > LONGEST) throw new CodedError('bad-request', `At most ${LONGEST} characters can be said at once.`)
  return text
}
