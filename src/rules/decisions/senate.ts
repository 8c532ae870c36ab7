import type { Offer } from '../actions.ts'
import { CHAMBERS } from '../catalogue/constants.ts'
import type { Chamber } from '../catalogue/vocabulary.ts'
import { moveCube, moveDecree as layDecree, placeCube, removeCube } from '../effects/senate.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState, StepKind } from '../state.ts'
import type { Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

const ALL_CHAMBERS: readonly Chamber[] = CHAMBERS.map(({ chamber }) => chamber)
const adjacentTo = (chamber: Chamber): Chamber[] => ALL_CHAMBERS.filter((near) => Math.abs(near - chamber) === 1)

const cubesOf = (state: MatchState, seat: Seat, chamber: Chamber): number => state.senate!.cubes[chamber - 1]![seat]

const placements = (state: MatchState, seat: Seat, chambers: readonly Chamber[]): Offer[] =>
  state.cities[seat].reserve > 0 ? [{ type: 'place-influence', chamber: chambers }] : []

const moves = (state: MatchState, seat: Seat): Offer[] =>
  ALL_CHAMBERS.filter((chamber) => cubesOf(state, seat, chamber) > 0).map((from) => ({
    type: 'move-influence',
    from: [from],
    to: adjacentTo(from),
  }))

/** The offers with the option to decline, if there is anything to choose. */
const orDecline = (offers: Offer[]): Offer[] => (offers.length > 0 ? [...offers, { type: 'decline' }] : [])

const decline = ({ events }: Play, seat: Seat, step: StepKind): void =>
  void events.push({ type: 'declined', seat, step })

/** The actions of a politician: placements in its section and moves anywhere, all optional (agora.md §3.3, §4.2). */
export const senate: Decision<'senate', 'place-influence' | 'move-influence' | 'decline'> = {
  asks: ['place-influence', 'move-influence', 'decline'],
  offers: (state, { seat, section }) =>
    orDecline([
      ...placements(
        state,
        seat,
        CHAMBERS.filter((chamber) => chamber.section === section).map(({ chamber }) => chamber),
      ),
      ...moves(state, seat),
    ]),
  apply(play, step, action) {
    if (action.type === 'decline') return decline(play, step.seat, 'senate')
    // The actions left wait below the steps that this one causes.
    if (step.left > 1) push(play, { ...step, left: step.left - 1 })
    if (action.type === 'place-influence') placeCube(play, step.seat, action.chamber)
    else moveCube(play, step.seat, action.from, action.to)
  },
}

/** The seat places a cube in any chamber. */
export const place: Decision<'place', 'place-influence'> = {
  asks: ['place-influence'],
  offers: (state, { seat }) => placements(state, seat, ALL_CHAMBERS),
  apply: (play, { seat }, { chamber }) => placeCube(play, seat, chamber),
}

/** The seat may move one of its cubes to an adjacent chamber. */
export const move: Decision<'move', 'move-influence' | 'decline'> = {
  asks: ['move-influence', 'decline'],
  offers: (state, { seat }) => orDecline(moves(state, seat)),
  apply(play, { seat }, action) {
    if (action.type === 'decline') decline(play, seat, 'move')
    else moveCube(play, seat, action.from, action.to)
  },
}

/** The seat removes a cube of the opponent from the Senate. */
export const remove: Decision<'remove', 'remove-influence'> = {
  asks: ['remove-influence'],
  offers: (state, { seat }) =>
    offerIfAny({
      type: 'remove-influence',
      chamber: ALL_CHAMBERS.filter((chamber) => cubesOf(state, other(seat), chamber) > 0),
    }),
  apply(play, { seat }, action) {
    removeCube(play, seat, action.chamber)
  },
}

/** Insider Influence: a decree goes to another chamber (agora.md §4.5). */
export const moveDecree: Decision<'move-decree', 'move-decree'> = {
  asks: ['move-decree'],
  offers: ({ senate }) =>
    ALL_CHAMBERS.filter((chamber) => senate!.decrees[chamber - 1]!.length > 0).map((from) => ({
      type: 'move-decree',
      from: [from],
      to: ALL_CHAMBERS.filter((to) => to !== from),
    })),
  apply(play, { seat }, action) {
    layDecree(play, seat, action.from, action.to)
  },
}
