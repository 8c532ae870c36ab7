import type { Action, ActionInput, ActionType, Offer } from './actions.ts'
import { ACTIONS } from './actions.ts'
import { Choices } from './choices.ts'
import type { Decision } from './decisions/decision.ts'
import { openDecision } from './open-decision.ts'
import { Prices } from './price/prices.ts'
import type { MatchState, Step } from './state.ts'
import type { ViolationCode } from './violation.ts'
import { RuleViolation } from './violation.ts'

/**
 * The legal actions of the seat to act (base.md §4.1, §4.2): those without a slot, then by slot. Empty exactly when the
 * match is over.
 * @param choices those of the state: what they know already is not computed again.
 */
export function legalActions(state: MatchState, choices = new Choices(state)): Action[] {
  const actions: Action[] = []
  const bySlot: Action[][] = []
  for (const offer of choices.offers) addActions(actions, bySlot, offer)
  for (const list of bySlot) if (list) actions.push(...list)
  return actions
}

/** The fields of an offer or of an action. */
type Fields<T> = Record<string, T>

/**
 * Adds every action of an offer, by its slot if it has one: all ways to pick one value for each field, the first field
 * varying slowest. If there is a slot, it is the first field. This and `admits` run for every move, so they use loops: the
 * array methods that flatten took ten times as long, and sorting by slot afterwards a sixth of the time of a random game.
 */
function addActions(withoutSlot: Action[], bySlot: Action[][], offer: Offer): void {
  const fields = FIELD_NAMES[offer.type]
  const first = fields[0]
  const second = fields[1]
  const values = offer as unknown as Fields<readonly unknown[]>
  if (first === undefined) {
    withoutSlot.push({ type: offer.type } as Action)
    return
  }
  for (const value of values[first]!) {
    const actions = first === 'slot' ? (bySlot[value as number] ??= []) : withoutSlot
    if (second === undefined) actions.push(actionOf(offer.type, first, value))
    else for (const other of values[second]!) actions.push(actionOf(offer.type, first, value, second, other))
  }
}

/** Assigns the fields, because a literal with computed keys is much slower to create. */
function actionOf(type: ActionType, first: string, value: unknown, second?: string, other?: unknown): Action {
  const action: Fields<unknown> = { type }
  action[first] = value
  if (second !== undefined) action[second] = other
  return action as Action
}

function admits(offer: Offer, action: ActionInput): boolean {
  if (offer.type !== action.type) return false
  const values = offer as unknown as Fields<readonly unknown[]>
  const given = action as unknown as Fields<unknown>
  for (const field of FIELD_NAMES[offer.type]) if (!values[field]!.includes(given[field])) return false
  return true
}

/** Whether `reduce` would accept an action. */
export function isLegal(state: MatchState, action: ActionInput): action is Action {
  const open = openDecision(state)
  if (open === null || !isWellFormed(action)) return false
  return isAdmitted(open.decision.offers(state, open.step, new Prices(state, open.step.seat), action), action)
}

const isAdmitted = (offers: readonly Offer[], action: ActionInput): boolean =>
  offers.some((offer) => admits(offer, action))

/**
 * Checks an action against what the open decision offers. What passes is an action of the catalogue.
 * @param choices those of the state.
 * @throws RuleViolation if it is not among that.
 */
export function check(
  state: MatchState,
  step: Step,
  decision: Decision,
  action: ActionInput,
  choices: Choices,
): asserts action is Action {
  if (!isWellFormed(action)) throw refuse('malformed')
  if (!decision.asks.includes(action.type)) throw refuse('wrong-decision')
  if (isAdmitted(choices.known ?? decision.offers(state, step, choices.prices, action), action)) return
  throw refuse(decision.refusal?.(state, step, action) ?? 'not-offered')
}

const MESSAGES: Record<ViolationCode, string> = {
  'match-over': 'The match has ended.',
  malformed: 'This is not an action with all of its fields.',
  'wrong-decision': 'The open decision needs another type of action.',
  'slot-not-accessible': 'No card can be taken from this slot.',
  'too-expensive': 'The price is higher than what the player can pay.',
  'wonder-limit': 'Seven wonders are constructed already.',
  'not-offered': 'This choice is not one of the legal choices.',
}

export const refuse = (code: ViolationCode): RuleViolation => new RuleViolation(code, MESSAGES[code])

/** What is held as a number; everything else is text. */
const NUMBERS: ReadonlySet<string> = new Set(['slot', 'seat', 'chamber', 'space', 'position'])

/** The fields of each type of action, with their JavaScript types. */
const FIELDS = Object.fromEntries(
  Object.entries(ACTIONS).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.entries(fields).map(([field, held]) => [field, NUMBERS.has(held) ? 'number' : 'string'])),
  ]),
) as Record<ActionType, Fields<'number' | 'string'>>

const FIELD_NAMES = Object.fromEntries(
  Object.entries(FIELDS).map(([type, fields]) => [type, Object.keys(fields)]),
) as Record<string, string[]> as Record<ActionType, readonly string[]>

/** Whether a value from outside, whatever its static type says, is an action with all of its fields. */
function isWellFormed(action: unknown): boolean {
  if (typeof action !== 'object' || action === null) return false
  const given = action as Record<string, unknown>
  if (typeof given.type !== 'string' || !Object.hasOwn(FIELDS, given.type)) return false
  const types = FIELDS[given.type as ActionType]
  // `includes` takes -0 for 0, so it must not get as far as the offers.
  for (const field in types) if (typeof given[field] !== types[field] || Object.is(given[field], -0)) return false
  return true
}
