import { CodedError } from '../protocol/index.ts'

/** The error that says that the store does not answer, and why. */
export function unavailable(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause
  const error = new CodedError('unavailable')
  error.cause = cause
  return error
}
