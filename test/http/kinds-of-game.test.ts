/** Games of each kind over HTTP: their positions afterwards, and the catalogue that names what is in them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import type { GameKind, PositionAnswer, Snapshot } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import { positionOf } from '../../src/record/index.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

interface Thing {
  id: string
}
interface Catalogue {
  buildings: Thing[]
  wonders: Thing[]
  progressTokens: Thing[]
  militaryTokens: Thing[]
  senators: Thing[]
  decrees: Thing[]
  conspiracies: Thing[]
  pantheon?: { divinities: Thing[]; gate: Thing; mythologyTokens: Thing[]; offeringTokens: Thing[] }
}

const catalogueOf = async (kind: GameKind): Promise<Catalogue> =>
  (await http.nobody.get<Catalogue>(`/v1/catalogue?kind=${kind}`)).body

/** Every id of a thing that a catalogue has. */
function idsIn({ pantheon, ...lists }: Catalogue): Set<string> {
  const things = [lists.buildings, lists.wonders, lists.progressTokens, lists.militaryTokens, lists.senators]
  const all = [...things, lists.decrees, lists.conspiracies].flat()
  const divine = pantheon
    ? [...pantheon.divinities, pantheon.gate, ...pantheon.mythologyTokens, ...pantheon.offeringTokens]
    : []
  return new Set([...all, ...divine].map(({ id }) => id))
}

/** The ids of the things that a view shows, outside of its actions and prices. */
function namesIn({ board }: Snapshot): string[] {
  if (!board) return []
  const { structure, cities, militaryTokens, boardTokens, discardPile, draft, senate, pantheon } = board
  const keys = (...maps: readonly (object | undefined)[]): string[] => maps.flatMap((map) => Object.keys(map ?? {}))
  const ofCities = Object.values(cities).flatMap((city) => [
    ...keys(city.buildings, city.wonders, city.tokens, city.senators),
    ...keys(city.divinities, city.mythologyTokens, city.offeringTokens),
    ...Object.values(city.conspiracies ?? {}).flatMap(({ id, locked }) => [id, locked?.token]),
    city.snake,
  ])
  const shown = [
    ...Object.values(structure).map(({ card }) => card),
    ...Object.values(senate ?? {}).flatMap(({ decrees }) => Object.values(decrees).map(({ id }) => id)),
    ...Object.values(pantheon?.spaces ?? {}).map((space) => space?.card),
  ]
  return [
    ...keys(boardTokens, discardPile, draft, militaryTokens[0], militaryTokens[1], pantheon?.enki, pantheon?.revealed),
    ...[...ofCities, ...shown].filter((id) => id !== undefined),
  ]
}

describe.each(GAME_KIND_IDS)('a finished game of the kind %s', (kind) => {
  it('has positions for every viewer, which name only things of the catalogue', async () => {
    const { match, players } = await http.started({ wonders: 'draft' }, kind)
    await http.play(match, players)
    const record = (await http.store.load(match))!
    await http.archive.store(finishedGame(record))
    const known = idsIn(await catalogueOf(kind))
    const named = new Set<string>()
    for (const viewer of [0, 1, 'spectator'] as const) {
      for (let version = 0; version <= record.entries.length; version += 5) {
        const path = `/v1/games/${match}/positions/${version}?viewer=${viewer}`
        const { body } = await http.nobody.get<PositionAnswer>(path)
        expect(body).toEqual(positionOf(record, version, viewer, true))
        expect(body.snapshot.kind).toBe(kind)
        for (const name of namesIn(body.snapshot)) named.add(name)
      }
    }
    expect([...named].filter((name) => !known.has(name))).toEqual([])
    expect(named.size).toBeGreaterThan(60)
  })

  it('has a catalogue with the things of its expansions, and no others', async () => {
    const { senators, decrees, conspiracies, pantheon } = await catalogueOf(kind)
    const { agora, pantheon: divine } = GAME_KINDS[kind].switches
    for (const things of [senators, decrees, conspiracies]) expect(things.length > 0).toBe(agora)
    expect([pantheon?.divinities.length, pantheon?.mythologyTokens.length, pantheon?.offeringTokens.length]).toEqual(
      divine ? [15, 10, 3] : [undefined, undefined, undefined],
    )
  })
})
