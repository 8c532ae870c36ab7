/** What a command is answered with, beside `ok: true`; and what is to happen once the answer is on its way. */
export interface Answer {
  answer: object
  afterwards?: () => void
}
