/** base.md §5.3 and agora.md §4.7: the payment that the search finds is as cheap as any there is. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Family } from '../../src/rules/catalogue/vocabulary.ts'
import { FAMILIES, RESOURCES } from '../../src/rules/catalogue/vocabulary.ts'
import type { Payment, Relief } from '../../src/rules/price/search.ts'
import { cheapestPayment } from '../../src/rules/price/search.ts'

const CASES = 120_000
const SEED = 20_240_607

type Cost = Parameters<typeof cheapestPayment>[0]
type Economy = Parameters<typeof cheapestPayment>[1]
interface Case {
  cost: Cost
  economy: Economy
  relief: Relief
}

const FAMILY = RESOURCES.map((resource): Family => (FAMILIES.raw.includes(resource) ? 'raw' : 'manufactured'))

interface Paid {
  total: number
  trade: number
}
const cheaper = (a: Paid, b: Paid): Paid => (a.total < b.total || (a.total === b.total && a.trade <= b.trade) ? a : b)

/** Tries everything: each unit of the cost is produced, made by a choice producer, left out, or bought. */
function bestOfAll({ cost, economy, relief }: Case): Paid {
  const needed = cost.units.flatMap((units, r) => Array.from({ length: units }, () => r))
  const produced = [...economy.produced]
  const choices = { ...economy.choices }
  const cover = (unit: number, discounts: number, coins: number, trade: number): Paid => {
    const r = needed[unit]
    if (r === undefined) return { total: coins + trade, trade }
    const family = FAMILY[r]!
    let best = cover(unit + 1, discounts, coins, trade + economy.each[r]!)
    if (discounts > 0) best = cheaper(best, cover(unit + 1, discounts - 1, coins, trade))
    if (produced[r]! > 0) {
      produced[r]!--
      best = cheaper(best, cover(unit + 1, discounts, coins, trade))
      produced[r]!++
    }
    if (choices[family] > 0) {
      choices[family]--
      best = cheaper(best, cover(unit + 1, discounts, coins, trade))
      choices[family]++
    }
    return best
  }
  const paying = cover(0, relief.units + (relief.symbol ? 1 : 0), cost.coins, 0)
  return relief.symbol ? cheaper(paying, cover(0, relief.units, 0, 0)) : paying
}

const sum = (units: readonly number[]): number => units.reduce((all, each) => all + each, 0)
const times = (units: readonly number[], family: Family): number => sum(units.filter((_, r) => FAMILY[r] === family))

/** It pays for the whole cost with no more help than there is, and its sums are right. */
function expectSound(payment: Payment, { cost, economy, relief }: Case): void {
  const { bought, chosen, discounted } = payment
  for (const [r, units] of cost.units.entries()) {
    const missing = units - bought[r]! - chosen[r]! - discounted[r]!
    if (missing < 0 || missing > economy.produced[r]! || Math.min(bought[r]!, chosen[r]!, discounted[r]!) < 0) {
      expect.fail(`${RESOURCES[r]} is paid ${JSON.stringify(payment)}`)
    }
  }
  expect(sum(bought.map((units, r) => units * economy.each[r]!))).toBe(payment.trade)
  expect(payment.coins).toBe(payment.coinsIgnored ? 0 : cost.coins)
  if (payment.coinsIgnored && !relief.symbol) expect.fail('coins are ignored without a decree')
  const left = relief.units + (relief.symbol && !payment.coinsIgnored ? 1 : 0)
  if (
    sum(discounted) > left ||
    times(chosen, 'raw') > economy.choices.raw ||
    times(chosen, 'manufactured') > economy.choices.manufactured
  ) {
    expect.fail(`too much is left out or chosen in ${JSON.stringify(payment)}`)
  }
}

/** Up to six units in all, one more than anything printed; prices as high as a city full of brown cards makes them. */
const cases: fc.Arbitrary<Case> = fc.record({
  cost: fc.record({
    coins: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 8 })),
    units: fc
      .array(fc.nat(4), { maxLength: 6 })
      .map((needed) => RESOURCES.map((_, r) => needed.filter((each) => each === r).length)),
  }),
  economy: fc.record({
    produced: fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
    each: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 5, maxLength: 5 }),
    choices: fc.record({ raw: fc.nat(2), manufactured: fc.nat(2) }),
  }),
  relief: fc.record({ units: fc.nat(3), symbol: fc.boolean() }),
})

describe('the cheapest payment', () => {
  test('costs no more than any other way to pay, and no more trade money among those that cost the same', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const payment = cheapestPayment(one.cost, one.economy, one.relief)
        expectSound(payment, one)
        const best = bestOfAll(one)
        if (payment.coins + payment.trade !== best.total || payment.trade !== best.trade) {
          expect.fail(
            `${payment.coins} coins and ${payment.trade} for trade, but ${best.total} with ${best.trade} suffice`,
          )
        }
      }),
      { numRuns: CASES, seed: SEED },
    )
  })

  test('is a value: its search changes no argument, and finds the same each time', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const before = JSON.stringify(one)
        const first = cheapestPayment(one.cost, one.economy, one.relief)
        const second = cheapestPayment(one.cost, one.economy, one.relief)
        expect(second).toEqual(first)
        expect(JSON.stringify(one)).toBe(before)
      }),
      { numRuns: 2_000, seed: SEED },
    )
  })
})
