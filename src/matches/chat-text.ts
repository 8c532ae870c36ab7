import { CodedError, textFaultMessage } from '../protocol/index.ts'
import { plainLine, textFault } from '../text/index.ts'

/**
 * The text of a chat line: plain text on one line, which every client can show.
 * @throws CodedError `bad-request` if it has nothing visible, or more than 300 characters.
 */
export function chatText(given: string): string {
  const fault = textFault('chat', given)
  if (fault) throw new CodedError('bad-request', `Text of a chat line: ${textFaultMessage('chat', fault)}.`)
  return plainLine(given)
}
