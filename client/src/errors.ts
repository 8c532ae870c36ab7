import type { ErrorBody, ErrorCode } from './protocol.ts'

/**
 * Why something failed: a code of the server (docs/protocol.md), `offline` if the server could not be reached, or did not
 * answer, `timed-out` if the caller did not want to wait any longer, or `unsupported` if the platform lacks what this
 * needs. A newer server may send a code that this list does not have: treat it as `internal`.
 */
export type CuriaErrorCode = ErrorCode | 'offline' | 'timed-out' | 'unsupported'

/** Everything that this client throws on behalf of the server or of the connection. */
export class CuriaError extends Error {
  readonly code: CuriaErrorCode
  /** What the server says in addition to the code; different for each code. Empty if there is nothing. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: CuriaErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'CuriaError'
    this.code = code
    this.details = details
  }
}

/** The error that an answer of the server stands for. */
export const errorOf = ({ code, message, details }: ErrorBody['error']): CuriaError =>
  new CuriaError(code, message, details)

export const offline = (message: string, details?: Readonly<Record<string, unknown>>): CuriaError =>
  new CuriaError('offline', message, details)

/** The platform lacks something. `advice` says what to do about it. */
export const unsupported = (missing: readonly string[], advice: string): CuriaError =>
  new CuriaError('unsupported', `This platform lacks ${missing.join(' and ')}. ${advice}`, { missing })

/** Whether a message failed because its answer was lost, so that it may have been done. */
export const isPerhapsDone = (error: unknown): boolean =>
  error instanceof CuriaError && error.code === 'offline' && error.details.sent === true
