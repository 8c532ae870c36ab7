import type { z } from 'zod'
import { CodedError } from './errors.ts'

const MOST_ISSUES = 5
const LONGEST_MESSAGE = 200

/** The place of a fault as a JSON pointer, for example `/action/slot`; empty for the message as a whole. */
const pointerTo = (path: readonly PropertyKey[]): string => path.map((part) => `/${String(part)}`).join('')

/**
 * Checks a message of a client.
 * @throws CodedError `bad-request`; `details.issues` has the first few faults, as { path, message }.
 */
export function parseRequest<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: pointerTo(path).slice(0, LONGEST_MESSAGE),
    message: message.slice(0, LONGEST_MESSAGE),
  }))
  throw new CodedError('bad-request', undefined, { issues })
}
