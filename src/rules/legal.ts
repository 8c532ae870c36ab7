import type { Action, ActionType, Offer } from './actions.ts'
import { isAutomatic, resolverOf } from './decisions/index.ts'
import type { Decision } from './decisions/decision.ts'
import type { MatchState, Step } from './state.ts'
import { RuleViolation } from './violation.ts'
import type { ViolationCode } from './violation.ts'

/** The open decision: the top of the stack, and how it is resolved. Null when the match is over. */
export function openDecision(state: MatchState): { step: Step; decision: Decision } | null {
  const step = state.stack.at(-1)
  if (!step) return null
  const resolver = resolverOf(step.kind)
  if (isAutomatic(resolver)) throw new Error(`the step ${step.kind} is never left open`)
  return { step, decision: resolver }
}

/** The legal actions, several at once. Empty exactly when the match is over. */
export function openOffers(state: MatchState): Offer[] {
  const open = openDecision(state)
  return open ? open.decision.offers(state, open.step) : []
}

/** The legal actions of the seat to act, those without a slot first, then by slot. Empty exactly when the match is over. */
export const legalActions = (state: MatchState): Action[] => openOffers(state).flatMap(expand).sort(bySlot)

const slotOf = (action: Action): number => ('slot' in action ? action.slot : -1)
const bySlot = (a: Action, b: Action): number => slotOf(a) - slotOf(b)

/** Every action of an offer: all ways to pick one value for each field, the first field varying slowest. */
export function expand(offer: Offer): Action[] {
  let picks: Record<string, unknown>[] = [{ type: offer.type }]
  for (const [field, values] of fieldsOf(offer)) picks = picks.flatMap((pick) => values.map((value) => ({ ...pick, [field]: value })))
  return picks as unknown as Action[]
}

const fieldsOf = (offer: Offer): [string, readonly unknown[]][] => Object.entries(offer).filter(([field]) => field !== 'type') as never

const admits = (offer: Offer, action: Action): boolean =>
  offer.type === action.type && fieldsOf(offer).every(([field, values]) => values.includes((action as Record<string, unknown>)[field]))

/** Whether `reduce` would accept an action. */
export const isLegal = (state: MatchState, action: Action): boolean =>
  isWellFormed(action) && openOffers(state).some((offer) => admits(offer, action))

/**
 * Checks an action against what the open decision offers.
 * @throws RuleViolation if it is not among that.
 */
export function check(state: MatchState, step: Step, decision: Decision, action: Action): void {
  if (!isWellFormed(action)) throw refuse('malformed')
  if (!decision.asks.includes(action.type)) throw refuse('wrong-decision')
  if (decision.offers(state, step).some((offer) => admits(offer, action))) return
  throw refuse(decision.refusal?.(state, step, action) ?? 'not-offered')
}

const MESSAGES: Record<ViolationCode, string> = {
  'match-over': 'The match has ended',
  malformed: 'This is not an action with all of its fields',
  'wrong-decision': 'Another kind of action is to be decided now',
  'slot-not-accessible': 'No card can be taken from this slot',
  'too-expensive': 'It costs more coins than the player has',
  'wonder-limit': 'Seven wonders are constructed',
  'not-offered': 'This choice is not among those offered',
}

export const refuse = (code: ViolationCode): RuleViolation => new RuleViolation(code, MESSAGES[code])

/** The fields of each kind of action, and their types. */
const FIELDS: { [A in Action as A['type']]: { [F in Exclude<keyof A, 'type'>]: A[F] extends number ? 'number' : 'string' } } = {
  'draft-wonder': { wonder: 'string' },
  'construct-building': { slot: 'number' },
  'discard-card': { slot: 'number' },
  'construct-wonder': { slot: 'number', wonder: 'string' },
  'recruit-senator': { slot: 'number' },
  'prepare-conspiracy': { slot: 'number', conspiracy: 'string' },
  'trigger-conspiracy': { conspiracy: 'string' },
  'choose-progress-token': { token: 'string' },
  'choose-first-player': { seat: 'number' },
  'choose-building': { building: 'string' },
  'place-influence': { chamber: 'number' },
  'remove-influence': { chamber: 'number' },
  'move-influence': { from: 'number', to: 'number' },
  conspire: {},
  'keep-conspiracy': { conspiracy: 'string', other: 'string' },
  'choose-wonder': { wonder: 'string' },
  'choose-available-card': { slot: 'number' },
  'lock-progress-token': { token: 'string' },
  'move-decree': { from: 'number', to: 'number' },
  'swap-buildings': { take: 'string', give: 'string' },
  decline: {},
}

/** Actions come from outside, whatever their type says. */
function isWellFormed(action: unknown): boolean {
  if (typeof action !== 'object' || action === null) return false
  const given = action as Record<string, unknown>
  if (typeof given.type !== 'string' || !Object.hasOwn(FIELDS, given.type)) return false
  return Object.entries(FIELDS[given.type as ActionType]).every(([field, type]) => typeof given[field] === type)
}
