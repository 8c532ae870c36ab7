import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidate, Ticket } from '../../src/live/index.ts'
import { pairEngines } from '../../src/lobby/engine-pairing.ts'

const NOW = 1_000_000
const LATE_MS = 20_000

const nameOf = (index: number): string => `engine-${index}`

/** Engines that wait, the longest wait first, of a few owners, some of which have met. */
const candidatesArb: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      waited: fc.integer({ min: 0, max: 40_000 }),
      rating: fc.integer({ min: 800, max: 2200 }),
      owner: fc.option(fc.nat(4), { freq: 5 }),
      met: fc.uniqueArray(fc.nat(12), { maxLength: 6 }),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn
      .sort((a, b) => b.waited - a.waited)
      .map(({ waited, rating, owner, met }, index) => ({
        ticket: {
          player: { id: nameOf(index), name: 'Ada' },
          pool: 'pool',
          rating,
          since: NOW - waited,
          ...(owner !== null && { owner: `owner-${owner}` }),
        },
        opponents: met.filter((other) => other !== index).map(nameOf),
      })),
  )

const haveOneOwner = (one: Ticket, other: Ticket): boolean => one.owner !== undefined && one.owner === other.owner

/** Which of the last opponents of an engine another one is; Infinity if it is none. */
function metSince(candidates: readonly Candidate[], one: Ticket, other: Ticket): number {
  const place = candidates.find(({ ticket }) => ticket === one)!.opponents.indexOf(other.player.id)
  return place === -1 ? Infinity : place
}

const check = (property: (candidates: readonly Candidate[], pairs: [Ticket, Ticket][]) => void): void =>
  fc.assert(
    fc.property(candidatesArb, (candidates) => property(candidates, pairEngines(candidates, NOW))),
    { numRuns: 2000 },
  )

it('no engine is paired twice, and the one that waited longer comes first', () => {
  check((candidates, pairs) => {
    const tickets = candidates.map(({ ticket }) => ticket)
    expect(new Set(pairs.flat()).size).toBe(pairs.length * 2)
    for (const [one, other] of pairs) expect(tickets.indexOf(one)).toBeLessThan(tickets.indexOf(other))
  })
})

it('no two engines of different owners are left', () => {
  check((candidates, pairs) => {
    const paired = new Set(pairs.flat())
    const left = candidates.map(({ ticket }) => ticket).filter((ticket) => !paired.has(ticket))
    for (const one of left) for (const other of left) expect(one === other || haveOneOwner(one, other)).toBe(true)
  })
})

it('two bots of one owner meet when one has waited, and nobody else is left for them', () => {
  check((candidates, pairs) => {
    for (const [number, [one, other]] of pairs.entries()) {
      if (!haveOneOwner(one, other)) continue
      expect(NOW - one.since).toBeGreaterThanOrEqual(LATE_MS)
      const before = new Set(pairs.slice(0, number + 1).flat())
      const left = candidates.map(({ ticket }) => ticket).filter((ticket) => !before.has(ticket))
      // Those that came before it in the order had no opponent either, so they are of the same owner.
      for (const ticket of left) expect(haveOneOwner(one, ticket)).toBe(true)
    }
  })
})

it('each meets, of those of other owners that are left, one that was met never or longest ago', () => {
  check((candidates, pairs) => {
    const left = new Set(candidates.map(({ ticket }) => ticket))
    for (const [one, other] of pairs) {
      left.delete(one)
      const since = metSince(candidates, one, other)
      for (const ticket of left) {
        if (ticket.since > one.since && !haveOneOwner(one, ticket)) {
          expect(metSince(candidates, one, ticket)).toBeLessThanOrEqual(since)
        }
      }
      left.delete(other)
    }
  })
})

it('is the same for the same engines, and changes nothing', () => {
  fc.assert(
    fc.property(candidatesArb, (candidates) => {
      const before = structuredClone(candidates)
      const pairs = pairEngines(candidates, NOW)
      expect(candidates).toEqual(before)
      expect(pairEngines(before, NOW)).toEqual(pairs)
    }),
    { numRuns: 500 },
  )
})
