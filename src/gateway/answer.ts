/** The answer to a command, in addition to `ok: true`; and what is done once the answer is on its way. */
export interface Answer<Body extends object = object> {
  answer: Body
  afterwards?: () => void
}
