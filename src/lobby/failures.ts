import type { Logger } from 'pino'
import { CodedError } from '../protocol/index.ts'

/** Logs a failure of something that will be tried again. The store itself reports once that it does not answer. */
export function logFailure(logger: Logger, error: unknown, message: string): void {
  const level = error instanceof CodedError && error.code === 'unavailable' ? 'debug' : 'warn'
  logger[level]({ err: error }, message)
}
