import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidate, Ticket } from '../../src/live/index.ts'
import type { PairingRules } from '../../src/lobby/pairing.ts'
import { pairUp } from '../../src/lobby/pairing.ts'

const NOW = 1_000_000

const rulesArb: fc.Arbitrary<PairingRules> = fc.record({
  window: fc.record({
    first: fc.integer({ min: 0, max: 300 }),
    step: fc.integer({ min: 0, max: 200 }),
    everyMs: fc.integer({ min: 1, max: 10_000 }),
    openAfterMs: fc.integer({ min: 0, max: 60_000 }),
  }),
  againAfterMs: fc.integer({ min: 0, max: 30_000 }),
})

const candidate = (id: string, rating: number, since: number, lastOpponent: string | null = null): Candidate => ({
  ticket: { player: { id, name: 'Ada' }, pool: 'pool', rating, since },
  opponents: lastOpponent === null ? [] : [lastOpponent],
})

/** Players who wait, the longest wait first, some of them with a last opponent. */
const candidatesArb: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      waited: fc.integer({ min: 0, max: 70_000 }),
      rating: fc.integer({ min: 800, max: 2200 }),
      met: fc.option(fc.nat(30), { freq: 2 }),
    }),
    { maxLength: 30 },
  )
  .map((drawn) =>
    drawn
      .sort((a, b) => b.waited - a.waited)
      .map(({ waited, rating, met }, index) =>
        candidate(`player-${index}`, rating, NOW - waited, met === null ? null : `player-${met}`),
      ),
  )

const ticketsOf = (candidates: readonly Candidate[]): Ticket[] => candidates.map(({ ticket }) => ticket)
const waited = ({ since }: Ticket): number => NOW - since
const gap = (one: Ticket, other: Ticket): number => Math.abs(one.rating - other.rating)
const window = (ticket: Ticket, { window: { first, step, everyMs, openAfterMs } }: PairingRules): number =>
  waited(ticket) >= openAfterMs ? Infinity : first + step * Math.floor(waited(ticket) / everyMs)
const isNear = (one: Ticket, other: Ticket, rules: PairingRules): boolean =>
  gap(one, other) <= Math.min(window(one, rules), window(other, rules))

/** Whether a pair would repeat the last match of either player. */
function repeats(candidates: readonly Candidate[]): (one: Ticket, other: Ticket) => boolean {
  const last = new Map(candidates.map(({ ticket, opponents }) => [ticket.player.id, opponents[0]]))
  return ({ player: one }, { player: other }) => last.get(one.id) === other.id || last.get(other.id) === one.id
}

it('two players are paired inside the windows of both, nobody twice, and no last match is repeated too soon', () => {
  fc.assert(
    fc.property(candidatesArb, rulesArb, (candidates, rules) => {
      const [tickets, isRepeat] = [ticketsOf(candidates), repeats(candidates)]
      const pairs = pairUp(candidates, rules, NOW)
      expect(new Set(pairs.flat()).size).toBe(pairs.length * 2)
      for (const [one, other] of pairs) {
        expect(tickets.indexOf(one)).toBeLessThan(tickets.indexOf(other))
        expect(isNear(one, other, rules)).toBe(true)
        if (isRepeat(one, other)) expect(waited(one)).toBeGreaterThanOrEqual(rules.againAfterMs)
      }
    }),
    { numRuns: 2000 },
  )
})

it('no two players are left who could be paired, and the player who waits longest has the closest rating', () => {
  fc.assert(
    fc.property(candidatesArb, rulesArb, (candidates, rules) => {
      const [tickets, isRepeat] = [ticketsOf(candidates), repeats(candidates)]
      const pairs = pairUp(candidates, rules, NOW)
      const fits = (one: Ticket, other: Ticket): boolean =>
        one !== other && isNear(one, other, rules) && !isRepeat(one, other)
      const paired = new Set(pairs.flat())
      const left = tickets.filter((ticket) => !paired.has(ticket))
      for (const one of left) expect(left.filter((other) => fits(one, other))).toEqual([])
      const [first, ...others] = tickets
      const choice = first ? others.filter((other) => fits(first, other)) : []
      if (choice.length === 0) return
      expect(pairs[0]![0]).toBe(first)
      expect(choice).toContain(pairs[0]![1])
      expect(gap(...pairs[0]!)).toBe(Math.min(...choice.map((other) => gap(first!, other))))
    }),
    { numRuns: 2000 },
  )
})

it('two players whom nothing but their last match separates are paired once one of them has waited long enough', () => {
  fc.assert(
    fc.property(candidatesArb, rulesArb, (candidates, rules) => {
      const [tickets, isRepeat] = [ticketsOf(candidates), repeats(candidates)]
      const paired = new Set(pairUp(candidates, rules, NOW).flat())
      const left = tickets.filter((ticket) => !paired.has(ticket))
      for (const [index, one] of left.entries()) {
        for (const other of left.slice(index + 1)) {
          const isLongEnough = waited(one) >= rules.againAfterMs
          expect(isNear(one, other, rules) && isRepeat(one, other) && isLongEnough).toBe(false)
        }
      }
    }),
    { numRuns: 2000 },
  )
})

it('a window widens with waiting: two players are paired as soon as both windows permit it, and not before', () => {
  const [apartArb, laterArb] = [fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 50_000 })]
  fc.assert(
    fc.property(rulesArb, apartArb, laterArb, (rules, apart, later) => {
      const joinedLater = NOW + later
      const candidates = [candidate('ada', 1000, NOW), candidate('bo', 1000 + apart, joinedLater)]
      // The younger ticket has the narrower window, so its wait decides.
      const { first, step, everyMs, openAfterMs } = rules.window
      const byStep = apart <= first ? 0 : step === 0 ? Infinity : Math.ceil((apart - first) / step) * everyMs
      const needed = Math.min(byStep, openAfterMs)
      if (needed > 0) expect(pairUp(candidates, rules, joinedLater + needed - 1)).toEqual([])
      expect(pairUp(candidates, rules, joinedLater + needed)).toEqual([ticketsOf(candidates)])
    }),
    { numRuns: 2000 },
  )
})

it('the pairs depend on nothing but the arguments, which stay unchanged', () => {
  fc.assert(
    fc.property(candidatesArb, rulesArb, (candidates, rules) => {
      const before = structuredClone(candidates)
      const pairs = pairUp(candidates, rules, NOW)
      expect(candidates).toEqual(before)
      expect(pairUp(before, rules, NOW)).toEqual(pairs)
    }),
  )
})
