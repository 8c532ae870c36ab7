import { ACTIVATION_AGE } from '../catalogue/constants.ts'
import { backOf, PANTHEON_CARDS } from '../catalogue/index.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { Choices } from '../choices.ts'
import { activationPrice } from '../price/activation.ts'
import type { Seat, Viewer } from '../seat.ts'
import type { Conspiracy, MatchState, PantheonCard, Step } from '../state.ts'
import { setOf } from './sets.ts'
import type { ConspiracyView, MatchView, OwnView, PantheonCardView } from './types.ts'

/**
 * What depends on the viewer: conspiracies and cards of the Pantheon, of which some are known to one seat alone, the
 * open decision with what was drawn for it, and for the seat to act its legal actions and their prices (base.md §10,
 * agora.md §7, pantheon.md §7). Once the match is over, everything that came into play is shown.
 * @param choices those of the state, if they are retained next to it.
 */
export function ownView(state: MatchState, viewer: Viewer, choices = new Choices(state)): OwnView {
  const seen: OwnView = {}
  if (state.senate) {
    seen.cities = {
      0: { conspiracies: conspiraciesView(state, 0, viewer) },
      1: { conspiracies: conspiraciesView(state, 1, viewer) },
    }
  }
  if (state.pantheon) seen.pantheon = { spaces: spacesView(state, viewer) }
  if (state.toAct !== null) {
    const mine = viewer === state.toAct
    seen.decision = decisionView(state.stack.at(-1)!, mine)
    if (mine) Object.assign(seen, choices.view)
  }
  return seen
}

function conspiraciesView({ cities, result }: MatchState, seat: Seat, viewer: Viewer): Record<string, ConspiracyView> {
  const all = viewer === seat || result !== null
  return Object.fromEntries(cities[seat].conspiracies.map((held, index) => [index, conspiracyView(held, all)]))
}

/** `all` includes what only the owner may know. */
function conspiracyView({ id, state, under, locked }: Conspiracy, all: boolean): ConspiracyView {
  const seen: ConspiracyView = { state }
  if (all || state === 'triggered') seen.id = id
  if (under !== null) seen.under = backOf(under)
  if (locked) seen.locked = all || locked.public ? { token: locked.token } : {}
  return seen
}

function spacesView(state: MatchState, viewer: Viewer): Partial<Record<Space, PantheonCardView>> {
  const spaces: Partial<Record<Space, PantheonCardView>> = {}
  for (const [index, placed] of state.pantheon!.spaces.entries()) {
    const space = (index + 1) as Space
    if (placed !== null) spaces[space] = cardView(state, viewer, space, placed)
  }
  return spaces
}

function cardView(state: MatchState, viewer: Viewer, space: Space, { card, placedBy }: PantheonCard): PantheonCardView {
  const { mythology } = PANTHEON_CARDS[card]
  const cost = (seat: Seat): number => activationPrice(state, seat, space, 'none').total
  const isKnown = state.age >= ACTIVATION_AGE || placedBy === viewer || state.result !== null
  return { ...(mythology && { mythology }), ...(isKnown && { card }), costs: { 0: cost(0), 1: cost(1) } }
}

/** The open decision: its kind is public, what was drawn for it is not. */
function decisionView(step: Step, mine: boolean): NonNullable<MatchView['decision']> {
  const { kind } = step
  if (kind === 'senate') return { kind, left: step.left }
  if (mine && kind === 'library-choice') return { kind, tokens: setOf(step.tokens) }
  if (mine && kind === 'keep-conspiracy') return { kind, drawn: [...step.drawn] }
  if (kind === 'place-divinity') {
    return { kind, mythology: step.mythology, ...(mine && { drawn: [...step.drawn] }) }
  }
  return { kind }
}
