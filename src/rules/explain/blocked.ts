import type { ActionType, Offer } from '../actions.ts'
import { ACTIVATION_AGE, MAX_WONDERS } from '../catalogue/constants.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { Choices } from '../choices.ts'
import { countConstructed, unconstructed } from '../city.ts'
import { openDecision } from '../open-decision.ts'
import type { Seat } from '../seat.ts'
import type { Conspiracy, MatchState, Step } from '../state.ts'
import { isAccessible, slotsWithCards } from '../structure.ts'
import { filled } from './filled.ts'
import type { Blocked, BlockedReason } from './types.ts'

/** The actions for which each kind of thing looks playable. To discard a card is always possible where it can be taken. */
const PLAYS = {
  slot: ['construct-building', 'recruit-senator', 'choose-available-card'],
  wonder: ['construct-wonder', 'construct-wonder-from-discard'],
  conspiracy: ['prepare-conspiracy', 'trigger-conspiracy'],
  space: ['activate-divinity'],
} as const satisfies Record<string, readonly ActionType[]>

/**
 * Why cards of the structure, and wonders, conspiracies and spaces that look playable to a seat, are not offered to it;
 * null if the seat does not decide. What is offered is never blocked.
 */
export function blockedFor(state: MatchState, seat: Seat): Blocked | null {
  const open = openDecision(state)
  if (open === null || state.toAct !== seat) return null
  const { step, decision } = open
  const { offers } = new Choices(state)
  const city = state.cities[seat]
  const offered = (field: keyof typeof PLAYS): ReadonlySet<unknown> => valuesOf(offers, PLAYS[field], field)
  const asked = decision.asks.filter((type) => type !== 'decline' && !offers.some((offer) => offer.type === type))
  return filled({
    slots: reasons(slotsWithCards(state), offered('slot'), (slot) => slotReason(state, step, slot)),
    wonders: reasons(unconstructed(city), offered('wonder'), () => wonderReason(state, step)),
    conspiracies: reasons(
      city.conspiracies.map(({ id }) => id),
      offered('conspiracy'),
      (id) =>
        conspiracyReason(
          step,
          city.conspiracies.find((held) => held.id === id)!,
        ),
    ),
    spaces: reasons(spacesWithCards(state), offered('space'), () => spaceReason(state, step)),
    // In a turn, the reasons are those of the cards, wonders, conspiracies and spaces.
    actions: step.kind === 'turn' ? {} : reasons(asked, new Set(), () => 'none-left'),
  })
}

/** The values of a field in the offers of some types. */
function valuesOf(offers: readonly Offer[], types: readonly ActionType[], field: string): ReadonlySet<unknown> {
  const values = new Set<unknown>()
  for (const offer of offers) {
    if (!types.includes(offer.type)) continue
    for (const value of (offer as unknown as Record<string, readonly unknown[]>)[field]!) values.add(value)
  }
  return values
}

/** The reason of everything that is not offered. */
function reasons<Key extends string | number>(
  keys: readonly Key[],
  offered: ReadonlySet<unknown>,
  reasonOf: (key: Key) => BlockedReason,
): Record<Key, BlockedReason> {
  const blocked = {} as Record<Key, BlockedReason>
  for (const key of keys) if (!offered.has(key)) blocked[key] = reasonOf(key)
  return blocked
}

function slotReason(state: MatchState, { kind }: Step, slot: number): BlockedReason {
  if (kind !== 'turn' && kind !== 'discard-available') return 'other-decision'
  if (isAccessible(state, slot)) return 'too-expensive'
  return state.faceUp[slot] ? 'covered' : 'face-down'
}

function wonderReason({ cities: [first, second] }: MatchState, { kind }: Step): BlockedReason {
  if (kind !== 'turn') return 'other-decision'
  return countConstructed(first) + countConstructed(second) < MAX_WONDERS ? 'too-expensive' : 'wonder-limit'
}

/** In a turn, what is not offered was triggered, or is prepared after another conspiracy was triggered. */
const conspiracyReason = ({ kind }: Step, { state }: Conspiracy): BlockedReason =>
  kind === 'turn' || state === 'triggered' ? 'already-triggered' : 'other-decision'

function spaceReason({ age }: MatchState, { kind }: Step): BlockedReason {
  if (kind !== 'turn') return 'other-decision'
  return age < ACTIVATION_AGE ? 'age-one' : 'too-expensive'
}

const spacesWithCards = ({ pantheon }: MatchState): Space[] =>
  pantheon ? pantheon.spaces.flatMap((placed, index) => (placed === null ? [] : [(index + 1) as Space])) : []
