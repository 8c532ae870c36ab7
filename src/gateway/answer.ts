/** The answer to a command, in addition to `ok: true`; and what is done once the answer is on its way. */
export interface Answer {
  answer: object
  afterwards?: () => void
}
