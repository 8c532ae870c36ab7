/** Why an action is refused. Stable: clients may rely on these. */
export type ViolationCode =
  /** The match has ended. */
  | 'match-over'
  /** Not the kind of action that the open decision asks for. */
  | 'wrong-decision'
  /** No card lies there, or it is covered. */
  | 'slot-not-accessible'
  /** It costs more coins than the player has. */
  | 'too-expensive'
  /** Seven wonders are constructed. */
  | 'wonder-limit'
  /** The card or the choice is not among those offered. */
  | 'not-offered'
  /** Not an action at all: an unknown type, a missing field or one of the wrong type. */
  | 'malformed'

/** Thrown by `reduce` for an action that is not legal. Its message is the same whatever the viewer may not know. */
export class RuleViolation extends Error {
  readonly code: ViolationCode

  constructor(code: ViolationCode, message: string) {
    super(message)
    this.name = 'RuleViolation'
    this.code = code
  }
}
