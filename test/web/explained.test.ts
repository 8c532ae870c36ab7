/** What the table explains: things that were pointed at or chosen, as long as they are there. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GameKind } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import type { MatchState, Seat } from '../../src/rules/index.ts'
import { catalogue, view } from '../../src/rules/index.ts'
import type { Board, Thing } from '../../web/src/lib/board.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import type { Position, Table } from '../../web/src/lib/table.svelte.ts'
import { randomHistory } from '../rules/support/history.ts'

const SEAT: Seat = 0
const SEATS: readonly Seat[] = [0, 1]
const WAYS = ['pointed', 'pinned'] as const

let TableState: typeof Table
beforeAll(async () => {
  // The preferences of the page begin with the languages of the browser.
  vi.stubGlobal('navigator', { languages: ['en'] })
  ;({ Table: TableState } = await import('../../web/src/lib/table.svelte.ts'))
})
afterAll(() => void vi.unstubAllGlobals())

const positionOf = (state: MatchState, version: number): Position =>
  ({ version, snapshot: { you: SEAT, players: [], board: view(state, SEAT) } }) as unknown as Position

const tableOf = (kind: GameKind, position: Position): Table =>
  new TableState(indexCatalogue(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)) as never), position, null)

/** A thing with a place on the table, in one age or city. */
interface Placed {
  place: string
  thing: Thing
}

/** What lies on the table at a place that something else can take, or where it can turn over. */
function placedOn({ age, structure, cities }: Board): Placed[] {
  const cards = Object.entries(structure).map(([key, { card, back }]): Placed => {
    const slot = Number(key)
    const thing: Thing = card === undefined ? { kind: 'back', back, slot } : { kind: 'card', id: card, slot }
    return { place: `age ${age}, ${key}`, thing }
  })
  const plots = SEATS.flatMap((owner) =>
    Object.entries(cities[owner].conspiracies ?? {}).map(([index, { id }]): Placed => {
      const thing: Thing =
        id === undefined ? { kind: 'conspiracy-back', owner, index } : { kind: 'conspiracy', id, owner, index }
      return { place: `city ${owner}, ${index}`, thing }
    }),
  )
  return [...cards, ...plots]
}

describe.each(GAME_KIND_IDS)('a table of %s', (kind) => {
  const positions = randomHistory('explained', kind).states.map(positionOf)
  const placed = positions.map(({ snapshot }) => placedOn(snapshot.board!))
  /** Where something lay first, in the order of the game. */
  const firsts = new Map(
    placed.flatMap((all, at) => all.map(({ place, thing }) => [place, { at, thing }] as const)).reverse(),
  )

  it.each(WAYS)('explains what is %s as it lies there now, and ends that once it is gone', (way) => {
    const faults: string[] = []
    for (const [place, { at, thing }] of firsts) {
      const table = tableOf(kind, positions[at]!)
      table[way] = thing
      for (const [index, position] of positions.entries()) {
        table.now = position
        const there = placed[index]!.find((one) => one.place === place)?.thing ?? null
        if (JSON.stringify(table.shown) !== JSON.stringify(there))
          faults.push(`${place} at ${index}: ${JSON.stringify(table.shown)} instead of ${JSON.stringify(there)}`)
      }
    }
    expect(faults.slice(0, 3)).toEqual([])
    expect(firsts.size).toBeGreaterThan(50)
  })
})
