import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairUp } from '../../../src/live/embedded/pairing.ts'
import { openEmbeddedLobby } from '../../../src/live/index.ts'
import type { PairingRules, Ticket } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import { LONG } from './harness.ts'

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

/** Those who wait, the longest first, and whom some of them met last. */
const queueArb = fc
  .array(
    fc.record({
      waited: fc.integer({ min: 0, max: 70_000 }),
      rating: fc.integer({ min: 800, max: 2200 }),
      met: fc.option(fc.nat(30), { freq: 2 }),
    }),
    { maxLength: 30 },
  )
  .map((drawn) => {
    const sorted = drawn.sort((a, b) => b.waited - a.waited)
    const tickets: Ticket[] = sorted.map(({ waited, rating }, index) => ({
      player: { id: `player-${index}`, name: 'Ada' }, pool: 'pool', rating, since: NOW - waited,
    }))
    const met = new Map(sorted.map((one, index) => [`player-${index}`, one.met === null ? undefined : `player-${one.met}`]))
    return { tickets, met: (player: string) => met.get(player) }
  })

const waited = ({ since }: Ticket): number => NOW - since
const gap = (one: Ticket, other: Ticket): number => Math.abs(one.rating - other.rating)
const window = (ticket: Ticket, { window: { first, step, everyMs, openAfterMs } }: PairingRules): number =>
  waited(ticket) >= openAfterMs ? Infinity : first + step * Math.floor(waited(ticket) / everyMs)
const near = (one: Ticket, other: Ticket, rules: PairingRules): boolean =>
  gap(one, other) <= Math.min(window(one, rules), window(other, rules))

it('two are paired inside the windows of both, nobody twice, and not the same two again too soon', () => {
  fc.assert(
    fc.property(queueArb, rulesArb, ({ tickets, met }, rules) => {
      const pairs = pairUp(tickets, rules, NOW, met)
      expect(new Set(pairs.flat()).size).toBe(pairs.length * 2)
      for (const [one, other] of pairs) {
        expect(tickets.indexOf(one)).toBeLessThan(tickets.indexOf(other))
        expect(near(one, other, rules)).toBe(true)
        const again = met(one.player.id) === other.player.id || met(other.player.id) === one.player.id
        if (again) expect(waited(one)).toBeGreaterThanOrEqual(rules.againAfterMs)
      }
    }),
    { numRuns: 2000 },
  )
})

it('no two are left who could be paired, and who waits longest has the closest there is', () => {
  fc.assert(
    fc.property(queueArb, rulesArb, ({ tickets, met }, rules) => {
      const pairs = pairUp(tickets, rules, NOW, met)
      const fits = (one: Ticket, other: Ticket): boolean =>
        one !== other && near(one, other, rules) && met(one.player.id) !== other.player.id && met(other.player.id) !== one.player.id
      const left = tickets.filter((ticket) => !pairs.flat().includes(ticket))
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

it('a window widens with waiting: two are paired as soon as both are willing, and not before', async () => {
  await fc.assert(
    fc.asyncProperty(rulesArb, fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 50_000 }), async (rules, apart, later) => {
      let now = NOW
      const store = openEmbeddedLobby({ clock: () => now })
      await store.join(newPlayer('Ada'), 'pool', 1000, LONG, true)
      now += later
      await store.join(newPlayer('Bo'), 'pool', 1000 + apart, LONG, true)
      // The younger ticket has the narrower window, so its waiting decides.
      const { first, step, everyMs, openAfterMs } = rules.window
      const byStep = apart <= first ? 0 : step === 0 ? Infinity : Math.ceil((apart - first) / step) * everyMs
      const needed = Math.min(byStep, openAfterMs)
      now += needed - 1
      if (needed > 0) expect(await store.pair('pool', rules, LONG)).toEqual([])
      now += 1
      expect(await store.pair('pool', rules, LONG)).toHaveLength(1)
      await store.close()
    }),
    { numRuns: 500 },
  )
})
