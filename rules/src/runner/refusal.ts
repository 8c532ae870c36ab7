import type { ViolationCode } from '../index.ts'

/** Why a request is refused. The codes are stable; an action that is not legal has the code of its violation. */
export type RefusalCode =
  | ViolationCode
  /** The line is no JSON. */
  | 'bad-json'
  /** The line is longer than what the runner reads. */
  | 'line-too-long'
  /** A field is missing, unknown or of another kind than the command needs. */
  | 'bad-request'
  /** There is no game with this number, or it was ended. */
  | 'unknown-game'
  /** As many games are kept as the runner keeps: one has to be ended first. */
  | 'too-many-games'
  /** A fault of the runner itself, which is to be reported. */
  | 'internal'

/** Thrown for a request that is refused. It changed nothing. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export const badRequest = (message: string): Refusal => new Refusal('bad-request', message)
