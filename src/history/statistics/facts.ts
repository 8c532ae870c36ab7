import type { Fold } from '../../record/index.ts'
import type { MatchEvent, MatchState, Seat } from '../../rules/index.ts'
import { controllerOf } from '../../rules/index.ts'

/** What statistics tell apart: all that a game can be counted for, apart from the game itself. */
export type About = 'ending' | 'length' | 'wonder' | 'token' | 'decree' | 'conspiracy' | 'divinity'

/**
 * What a game can have done with a thing, each at most once. The sum of the bits is what is stored, so they never change.
 * `offered`: a player could have taken it, now or later; `first`: it was the first that anyone took; `won`: whoever took it has won.
 */
export const BITS = { offered: 1, first: 2, taken: 4, built: 8, won: 16 } as const
export type Fact = keyof typeof BITS
export const FACTS = Object.keys(BITS) as Fact[]

/** What a game counts for. It names no player, and is stored with the game, so that what was counted can be taken back. */
export interface Facts {
  /** Seat 0 has won. */
  firstWon: boolean
  /** By subject and item, the sum of `BITS`. */
  things: Partial<Record<About, Record<string, number>>>
  /** The sets of open wonders of which one was taken first: their ids in order, that one, and whether its seat has won. */
  drafts: [open: string, taken: string, won: boolean][]
}

/** Names a set of open wonders. */
export const nameOfOpen = (wonders: readonly string[]): string => wonders.toSorted().join(',')

/** What a game that has ended counts for. @throws Error if it has not ended. */
export function factsOf({ header, state, outcome, version }: Fold, events: readonly MatchEvent[]): Facts {
  if (!state || !outcome) throw new Error(`match ${header.id} has not ended`)
  const { winner, by } = outcome
  const drafts = header.opening ? [] : draftsOf(state, events, winner)
  return {
    firstWon: winner === 0,
    things: {
      ending: { [by]: BITS.offered },
      length: { [version]: BITS.offered },
      wonder: header.opening ? {} : wondersOf(state, events, winner),
      token: tokensOf(state, events, winner),
      decree: decreesOf(state, events, winner),
      conspiracy: conspiraciesOf(events, winner),
      divinity: divinitiesOf(events, winner),
    },
    drafts,
  }
}

type Things = Record<string, number>

function note(things: Things, item: string, fact: Fact): void {
  things[item] = (things[item] ?? 0) | BITS[fact]
}

/** A player takes something, which they may have won with. */
function take(things: Things, item: string, seat: Seat, winner: Seat | null): void {
  if (!Object.values(things).some((bits) => bits & BITS.taken)) note(things, item, 'first')
  note(things, item, 'offered')
  note(things, item, 'taken')
  if (seat === winner) note(things, item, 'won')
}

/** The groups of four that lay open, the first pick of each, and whose it was. */
function groupsOf(state: MatchState, events: readonly MatchEvent[]) {
  const { firstWonders, secondWonders } = state.deal
  const open = events.some(({ type }) => type === 'wonders-revealed') ? [firstWonders, secondWonders] : [firstWonders]
  const picks = events.filter((event) => event.type === 'wonder-drafted')
  return open
    .filter((group) => group.length > 0)
    .map((group) => ({ group, pick: picks.find(({ wonder }) => group.includes(wonder)) }))
}

const draftsOf = (state: MatchState, events: readonly MatchEvent[], winner: Seat | null): Facts['drafts'] =>
  groupsOf(state, events).flatMap(({ group, pick }) =>
    pick ? [[nameOfOpen(group), pick.wonder, pick.seat === winner]] : [],
  )

/** The wonders that lay open; the first pick of each group is taken first. Those of a first game are dealt, and not counted. */
function wondersOf(state: MatchState, events: readonly MatchEvent[], winner: Seat | null): Things {
  const things: Things = {}
  for (const { group, pick } of groupsOf(state, events)) {
    for (const wonder of group) note(things, wonder, 'offered')
    if (pick) note(things, pick.wonder, 'first')
  }
  const owners = new Map<string, Seat>()
  for (const event of events) {
    if (event.type === 'wonder-drafted') {
      owners.set(event.wonder, event.seat)
      note(things, event.wonder, 'taken')
      if (event.seat === winner) note(things, event.wonder, 'won')
    }
    if (event.type === 'wonder-constructed' && owners.get(event.wonder) === event.seat) {
      note(things, event.wonder, 'built')
    }
  }
  return things
}

/** The progress tokens on the board, and those that a player drew or could have had from Enki. */
function tokensOf(state: MatchState, events: readonly MatchEvent[], winner: Seat | null): Things {
  const things: Things = {}
  for (const token of state.deal.boardTokens) note(things, token, 'offered')
  for (const event of events) {
    if (event.type === 'library-drawn' || event.type === 'enki-revealed') {
      for (const token of event.tokens ?? []) note(things, token, 'offered')
    }
    if (event.type === 'progress-token-taken') take(things, event.token, event.seat, winner)
  }
  return things
}

/**
 * The decrees that were laid in the Senate. Those are taken whose chamber someone controls at the end; the first one is
 * that of the chamber that someone controlled first.
 */
function decreesOf({ deal, senate }: MatchState, events: readonly MatchEvent[], winner: Seat | null): Things {
  const things: Things = {}
  if (!senate) return things
  for (const decree of deal.decrees) note(things, decree, 'offered')
  const first = events.find((event) => event.type === 'control-changed' && event.controller !== null)
  if (first?.type === 'control-changed') note(things, deal.decrees[first.chamber - 1]!, 'first')
  for (const [chamber, decrees] of senate.decrees.entries()) {
    const controller = controllerOf({ senate }, chamber)
    if (controller === null) continue
    for (const { id } of decrees) {
      note(things, id, 'taken')
      if (controller === winner) note(things, id, 'won')
    }
  }
  return things
}

/** The conspiracies that a player drew. One that is triggered is built. */
function conspiraciesOf(events: readonly MatchEvent[], winner: Seat | null): Things {
  const things: Things = {}
  for (const event of events) {
    if (event.type === 'conspiracies-drawn') for (const one of event.drawn ?? []) note(things, one, 'offered')
    if (event.type === 'conspiracy-kept') for (const one of event.kept ?? []) take(things, one, event.seat, winner)
    if (event.type === 'conspiracy-triggered') note(things, event.conspiracy, 'built')
  }
  return things
}

/** The divinities in the Pantheon, and those that were revealed. One that is activated is taken. */
function divinitiesOf(events: readonly MatchEvent[], winner: Seat | null): Things {
  const things: Things = {}
  for (const event of events) {
    if (event.type === 'pantheon-revealed') for (const one of Object.values(event.spaces)) note(things, one, 'offered')
    if (event.type === 'divinities-revealed') for (const one of event.divinities) note(things, one, 'offered')
    if (event.type === 'divinity-activated' && event.divinity !== 'gate') {
      take(things, event.divinity, event.seat, winner)
    }
  }
  return things
}
