import { GATE } from '../catalogue/divinities.ts'
import type { DivinityId, PantheonCardId } from '../catalogue/index.ts'
import { PANTHEON_CARDS } from '../catalogue/index.ts'
import type { Mythology, Space } from '../catalogue/vocabulary.ts'
import type { Cause } from '../cause.ts'
import type { MatchEvent } from '../events.ts'
import type { Play } from '../play.ts'
import { push, stepsOf } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { PantheonCard, Revealer } from '../state.ts'
import { gainCoins } from './coins.ts'
import { pairSteps } from './science.ts'

/** The mythology of a divinity, which is also that of its deck. */
export const mythologyOfDivinity = (divinity: DivinityId): Mythology => PANTHEON_CARDS[divinity].mythology!

/** Takes the top cards of the deck of a mythology, as many as are there, top first. */
export function drawDivinities({ state }: Play, mythology: Mythology, count: number): readonly DivinityId[] {
  const pantheon = state.pantheon!
  const deck = pantheon.decks[mythology]
  pantheon.decks = { ...pantheon.decks, [mythology]: deck.slice(count) }
  return deck.slice(0, count)
}

/** Puts divinities face down on top of their decks, the last one given on top of the others (pantheon.md §3.5). */
export function returnDivinities(play: Play, divinities: readonly DivinityId[]): void {
  const pantheon = play.state.pantheon!
  for (const divinity of divinities) {
    const mythology = mythologyOfDivinity(divinity)
    pantheon.decks = { ...pantheon.decks, [mythology]: [divinity, ...pantheon.decks[mythology]] }
    if (PANTHEON_CARDS[divinity].tokensOnReveal) returnEnkiTokens(play)
  }
}

/** Reveals divinities that are already taken from their decks (pantheon.md §3.3). */
export function revealDivinities(
  play: Play,
  { seat, cause }: { seat: Seat; cause: Cause },
  by: Revealer,
  revealed: readonly DivinityId[],
): void {
  if (revealed.length > 0) play.events.push({ type: 'divinities-revealed', seat, by, divinities: [...revealed] })
  drawEnkiTokens(play, revealed)
  push(play, { kind: 'choose-divinity', seat, cause, by, revealed })
}

/** Lays a divinity face down on an empty space of the Pantheon (pantheon.md §4.1). */
export function placeDivinity(play: Play, seat: Seat, divinity: DivinityId, space: Space): void {
  setSpace(play, space, { card: divinity, placedBy: seat })
  const mythology = mythologyOfDivinity(divinity)
  play.events.push({ type: 'divinity-placed', seat, mythology, space, divinity })
}

/** Sets or empties a space of the Pantheon. */
export function setSpace({ state }: Play, space: Space, card: PantheonCard | null): void {
  const pantheon = state.pantheon!
  pantheon.spaces = pantheon.spaces.with(space - 1, card)
}

/** Where an activated card comes from: a space of the Pantheon, with its price, or what revealed it, for free. */
export type ActivationOrigin = Omit<Extract<MatchEvent, { type: 'divinity-activated' }>, 'type' | 'seat' | 'divinity'>

/**
 * Activates a card that is already paid for and taken from its origin (pantheon.md §3.5): it stays in the city for
 * good. First its automatic effects, then its steps.
 */
export function activate(play: Play, seat: Seat, card: PantheonCardId, origin: ActivationOrigin): void {
  const { state, events } = play
  const city = state.cities[seat].pantheon!
  const { coins, storedCoins, science, steps } = PANTHEON_CARDS[card]
  city.divinities = [...city.divinities, card]
  events.push({ type: 'divinity-activated', seat, divinity: card, ...origin })
  if (coins) gainCoins(play, seat, coins, 'divinity')
  if (storedCoins) {
    city.storedCoins += storedCoins
    events.push({ type: 'coins-stored', seat, coins: storedCoins })
  }
  const cause: Cause = { kind: 'divinity', id: card }
  push(play, ...pairSteps(state, seat, science, cause), ...stepsOf(steps, seat, cause))
}

/**
 * Opens the Pantheon at the start of Age II: turns up its divinities and puts the Gate on the empty space that is
 * nearest to the capital of the second player (pantheon.md §2.3, R8). Does nothing without Pantheon.
 */
export function openPantheon(play: Play): void {
  const { state, events } = play
  if (!state.pantheon) return
  const spaces: Partial<Record<Space, DivinityId>> = {}
  for (const [index, placed] of state.pantheon.spaces.entries()) {
    if (placed !== null) spaces[(index + 1) as Space] = placed.card as DivinityId
  }
  const gate = (state.pantheon.spaces.lastIndexOf(null) + 1) as Space
  setSpace(play, gate, { card: GATE.id, placedBy: null })
  events.push({ type: 'pantheon-revealed', spaces, gate })
  drawEnkiTokens(play, Object.values(spaces))
}

/**
 * If one of the cards that are turned up or revealed is Enki, lays progress tokens of the box on it (pantheon.md §5).
 */
function drawEnkiTokens({ state, events }: Play, cards: readonly DivinityId[]): void {
  const count = cards.reduce((sum, card) => sum + (PANTHEON_CARDS[card].tokensOnReveal ?? 0), 0)
  if (count === 0) return
  const pantheon = state.pantheon!
  const order = state.deal.enkiOrders![pantheon.draws.enki]!
  const tokens = order.filter((token) => state.boxTokens.includes(token)).slice(0, count)
  pantheon.draws = { ...pantheon.draws, enki: pantheon.draws.enki + 1 }
  pantheon.enki = tokens
  state.boxTokens = state.boxTokens.filter((token) => !tokens.includes(token))
  events.push({ type: 'enki-revealed', tokens: [...tokens] })
}

/** Puts the progress tokens that lie on Enki back into the box (pantheon.md R18). */
export function returnEnkiTokens({ state, events }: Play): void {
  const pantheon = state.pantheon!
  const tokens = pantheon.enki
  if (tokens.length === 0) return
  pantheon.enki = []
  state.boxTokens = [...state.boxTokens, ...tokens]
  events.push({ type: 'enki-returned', tokens: [...tokens] })
}
