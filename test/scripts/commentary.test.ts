import { describe, expect, it } from 'vitest'
import type { MatchEvent, Snapshot } from '../../client/src/index.ts'
import { describe as describeEvent, standing } from '../../scripts/demo/commentary.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { foldRecord, hashSeed, snapshot } from '../../src/record/index.ts'
import { randomRecord } from '../support/random-record.ts'

const PLAYERS = { 0: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }, 1: { id: 'BenBenBenBenBenB', name: 'Ben' } }
const line = (event: MatchEvent): string | null => describeEvent(event, { players: PLAYERS } as unknown as Snapshot)

describe('the commentary of the demo', () => {
  it.each([
    [{ total: 0, trade: 0, chained: true, chainToken: 'mythology-greek-1' }, 'for free, through a Mythology token'],
    [{ total: 1, trade: 0, chained: false, engineering: true }, 'for 1 coin, through Engineering'],
    [{ total: 0, trade: 0, chained: true, chain: 'altar' }, 'for free, through Altar'],
    [{ total: 4, trade: 4, chained: false }, 'for 4 coins'],
  ])('says why a building costs what it costs: %o', (price, words) => {
    const event = { type: 'building-constructed', seat: 0, building: 'greek-grand-temple', from: 'structure', price }
    expect(line(event as unknown as MatchEvent)).toBe(`Ada builds Greek Grand Temple ${words}.`)
  })

  it.each([
    [{ from: 'pantheon', price: { total: 3 }, offerings: '2-3' }, 'for 3 coins, with Offering tokens of 2 and 3'],
    [{ from: 'pantheon', price: { total: 6 }, offerings: 'none' }, 'for 6 coins'],
    [{ from: 'gate' }, 'for free'],
  ])('says what an activation costs: %o', (activation, words) => {
    const event = { type: 'divinity-activated', seat: 1, divinity: 'mars', ...activation }
    expect(line(event as unknown as MatchEvent)).toBe(`Ben activates Mars ${words}.`)
  })

  it.each(GAME_KIND_IDS)('counts what both players have, in a game of %s', (kind) => {
    const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
    const end = snapshot(foldRecord(randomRecord(hashSeed(`standing ${kind}`), options)), 0)
    const said = standing(end)
    expect(said).toMatch(/^Ada: .+?; Ben: .+; pawn at -?\d\.$/)
    const activations = ([0, 1] as const).map((seat) => Object.keys(end.board!.cities[seat].divinities ?? {}).length)
    const counts = [...said.matchAll(/(\d+) activations?\b/g)].map(([, count]) => Number(count))
    expect(counts).toEqual(options.pantheon ? activations : [])
  })
})
