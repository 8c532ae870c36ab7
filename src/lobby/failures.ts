import type { Logger } from 'pino'
import { CodedError } from '../protocol/index.ts'

/** Logs what will be tried again. That a store does not answer is said once, by the store. */
export function logFailure(logger: Logger, error: unknown, message: string): void {
  const level = error instanceof CodedError && error.code === 'unavailable' ? 'debug' : 'warn'
  logger[level]({ err: error }, message)
}
