import type { ErrorCode } from '../protocol/index.ts'
import type { Figures } from './figures.ts'

export type CountError = (error: { transport: 'http' | 'socket'; code: ErrorCode }) => void

/** Counts the errors of both transports. To be called once. */
export const countErrors = (figures: Figures): CountError =>
  figures.counter('curia_errors_total', 'Errors that were sent to clients')
