import { beginTurn } from '../ages.ts'
import type { WonderId } from '../catalogue/index.ts'
import { WONDERS } from '../catalogue/index.ts'
import { layOut } from '../effects/structure.ts'
import type { Play } from '../play.ts'
import { push, stepsOf, withoutItem } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { Automatic, Decision } from './decision.ts'

/** The seat that picks at each of the eight steps (base.md §2, step 7). */
export const PICKERS: readonly Seat[] = [0, 1, 1, 0, 1, 0, 0, 1]

/** The pick of a wonder that is left in the group. The last one of a group is assigned automatically (base.md D10). */
export const draft: Decision<'draft', 'draft-wonder'> = {
  asks: ['draft-wonder'],
  /** The second group is turned up for its first pick, after all steps of the last pick of the first group. */
  prepare({ state, events }) {
    if (state.draft.length > 0) return
    state.draft = state.deal.secondWonders
    events.push({ type: 'wonders-revealed', wonders: [...state.draft] })
  },
  offers: ({ draft }) => [{ type: 'draft-wonder', wonder: draft }],
  forced: ({ draft }) => (draft.length === 1 ? { type: 'draft-wonder', wonder: draft[0]! } : undefined),
  apply(play, { seat }, action) {
    pick(play, seat, action.wonder)
  },
}

/** Gives a wonder to the picker. Its steps come before the next pick (agora.md §2.1). */
function pick(play: Play, seat: Seat, wonder: WonderId): void {
  const { state, events } = play
  const city = state.cities[seat]
  state.draft = withoutItem(state.draft, wonder)
  state.picks += 1
  city.wonders = [...city.wonders, { id: wonder, under: null }]
  events.push({ type: 'wonder-drafted', seat, wonder })
  const next = PICKERS[state.picks]
  if (next !== undefined) push(play, { kind: 'draft', seat: next })
  push(play, ...stepsOf(WONDERS[wonder].onSelect, seat, { kind: 'wonder', id: wonder }))
}

/** All wonders are chosen: the first player begins Age I. */
export const begin: Automatic<'begin'> = {
  resolve(play, { seat }) {
    if (play.state.age === 0) layOut(play, 1)
    beginTurn(play, seat, false)
  },
}
