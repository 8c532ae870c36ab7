import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PublicRecord } from '../../src/protocol/index.ts'
import { bidSchema, gameRecordSchema, MOST_EXTRA_COINS } from '../../src/protocol/index.ts'
import {
  bidSeat,
  foldRecord,
  gameOf,
  newSeed,
  openFold,
  otherSeat,
  publicRecord,
  snapshot,
  verifyRecord,
} from '../../src/record/index.ts'
import { isSeatedRightly } from '../../src/record/seating.ts'
import type { Seat, Viewer } from '../../src/rules/index.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { logVectors } from '../support/log-vectors.ts'
import { randomRecord } from '../support/random-record.ts'

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator']

const bid = fc.integer({ min: 0, max: MOST_EXTRA_COINS })
const bids = fc.oneof(
  fc.record({ host: bid, guest: bid }),
  bid.map((both) => ({ host: both, guest: both })),
)
const seeds = fc.noShrink(fc.constant(null).map(newSeed))

describe('two bids', () => {
  it('let whoever bid more begin, and give the other seat as many coins', () => {
    fc.assert(
      fc.property(seeds, bids, (seed, both) => {
        const { seat, handicap } = bidSeat(seed, both)
        const { host, guest } = both
        if (host !== guest) expect(seat).toBe(host > guest ? 0 : 1)
        else expect(seat).toBe(drawSeat(seed))
        expect(handicap).toEqual(Math.max(host, guest) > 0 ? { seat: 1, coins: Math.max(host, guest) } : undefined)
      }),
    )
  })

  it('give the same whoever is the host, unless they are equal', () => {
    fc.assert(
      fc.property(seeds, bids, (seed, { host, guest }) => {
        fc.pre(host !== guest)
        const [one, other] = [bidSeat(seed, { host, guest }), bidSeat(seed, { host: guest, guest: host })]
        expect(other).toEqual({ ...one, seat: otherSeat(one.seat) })
      }),
    )
  })

  it('that are equal let each begin, by the seed', () => {
    const seats = Array.from({ length: 60 }, () => bidSeat(newSeed(), { host: 3, guest: 3 }).seat)
    expect(new Set(seats)).toEqual(new Set([0, 1]))
  })

  it('can be checked: a seat, a bid or a reason that was changed is found', () => {
    fc.assert(
      fc.property(seeds, bids, (seed, both) => {
        const { seat } = bidSeat(seed, both)
        const seating = { seat, seatBy: 'bid' as const, bids: both }
        expect(isSeatedRightly(seed, seating)).toBe(true)
        expect(isSeatedRightly(seed, { ...seating, seat: otherSeat(seat) })).toBe(false)
        expect(isSeatedRightly(seed, { seat, seatBy: 'bid' })).toBe(false)
        for (const seatBy of ['host', 'seed', 'balance'] as const) {
          expect(isSeatedRightly(seed, { ...seating, seatBy })).toBe(false)
        }
      }),
    )
  })

  it.each([-1, MOST_EXTRA_COINS + 1, 1.5, '3', null])('are whole numbers up to fifteen, and not %s', (value) => {
    expect(bidSchema.safeParse(value).success).toBe(false)
  })
})

/** A match in which the host bids 4, and the other player 9 or 2. */
const played = (guest: number) => randomRecord('b1d'.padEnd(64, '0'), {}, { host: 4, guest })

describe('a match with bids', () => {
  it.each([
    ['the host bid more', 2, 0, 4],
    ['the other player bid more', 9, 1, 9],
  ] as const)('begins with the coins that they gave: %s', (_who, guest, host, coins) => {
    const record = played(guest)
    expect(gameRecordSchema.safeParse(record).success).toBe(true)
    const begun = foldRecord(record, 1)
    expect(begun.players[host]).toEqual(record.header.host.player)
    expect(begun.state!.cities.map((city) => city.coins)).toEqual([7, 7 + coins])
    const options = { wonders: 'draft', tiedPawn: 'chooses', handicap: { seat: 1, coins } }
    for (const viewer of VIEWERS) {
      const byHost = host === 0 ? { 0: 4, 1: guest } : { 0: guest, 1: 4 }
      expect(snapshot(begun, viewer)).toMatchObject({ bids: byHost, options })
    }
    expect(gameOf(record).options).toEqual(options)
    expect(verifyRecord(publicRecord(record)).filter(({ ok }) => !ok)).toEqual([])
  })

  it('shows no bid and no seat before both are known, and says that there are bids', () => {
    const shown = ([2, 9, 15] as const).map((host) => {
      const { header, createdAt } = randomRecord('b1d'.padEnd(64, '0'), {}, { host, guest: 3 })
      return VIEWERS.map((viewer) => ({ ...snapshot(openFold(header, createdAt), viewer), logHash: undefined }))
    })
    for (const one of shown[0]!) {
      expect(one).toMatchObject({ you: 'spectator', bids: {}, players: {} })
      expect(one.host).toBeDefined()
      expect(one.options).not.toHaveProperty('handicap')
    }
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
  })

  it('has no bids if it is none with bids, and is not folded with one alone', () => {
    expect(snapshot(foldRecord(randomRecord(), 1), 0)).not.toHaveProperty('bids')
    const { header, entries, createdAt } = played(2)
    const join = entries[0]!.body as (typeof entries)[number]['body'] & { type: 'join' }
    const without = { ...header, bid: undefined }
    const lacks = { ...join, bid: undefined }
    const unsaid = { ...join, seatBy: undefined }
    for (const [head, body] of [
      [without, join],
      [header, lacks],
      [header, unsaid],
      [without, lacks],
    ] as const) {
      const record = { header: head, createdAt, entries: [{ ...entries[0]!, body }] }
      expect(() => foldRecord(record)).toThrow('bids')
    }
  })
})

describe('the published log of a match with bids', () => {
  const { record } = logVectors.find((vector) => vector.record.header.bid !== undefined)!
  const faults = (changed: PublicRecord): string[] =>
    verifyRecord(changed).flatMap(({ ok, what }) => (ok ? [] : [what]))
  const [join, ...rest] = record.entries as [PublicRecord['entries'][number], ...PublicRecord['entries']]
  const SEATS = 'what decided who begins gives these seats'
  const HASHES = 'every entry is followed by its hash'

  it('shows a bid that was changed', () => {
    expect(faults(record)).toEqual([])
    expect(faults({ ...record, header: { ...record.header, bid: 0 } })).toContain(HASHES)
    const body = { ...join.body, bid: 0 } as typeof join.body
    expect(faults({ ...record, entries: [{ ...join, body }, ...rest] })).toEqual(
      expect.arrayContaining([HASHES, SEATS]),
    )
  })

  it('shows a seat that the bids do not give', () => {
    if (join.body.type !== 'join') throw new Error('nobody joins')
    const seat: Seat = otherSeat(join.body.seat)
    const entries = [{ ...join, body: { ...join.body, seat } }, ...rest]
    expect(faults({ ...record, entries })).toEqual(expect.arrayContaining([HASHES, SEATS]))
  })
})
