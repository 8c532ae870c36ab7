/** Why an action is refused. The codes are stable: clients may rely on them. */
export type ViolationCode =
  /** The match has ended. */
  | 'match-over'
  /** The open decision needs another type of action. */
  | 'wrong-decision'
  /** The slot holds no card, or its card is covered. */
  | 'slot-not-accessible'
  /** The price is higher than what the player can pay. */
  | 'too-expensive'
  /** Seven wonders are constructed already. */
  | 'wonder-limit'
  /** The card or the choice is not one of the legal choices. */
  | 'not-offered'
  /** Not an action: an unknown type, or a field that is missing, has the wrong JavaScript type or is -0. */
  | 'malformed'

/** Thrown by `reduce` for an action that is not legal. Its message never depends on hidden information. */
export class RuleViolation extends Error {
  readonly code: ViolationCode

  constructor(code: ViolationCode, message: string) {
    super(message)
    this.name = 'RuleViolation'
    this.code = code
  }
}
