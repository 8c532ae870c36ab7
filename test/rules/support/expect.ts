import { expect } from 'vitest'
import type { Action, CardId, ViolationCode, WonderId } from '../../../src/rules/index.ts'
import { reduce, RuleViolation } from '../../../src/rules/index.ts'
import type { Game } from './game.ts'
import type { Player } from './game.ts'
import { seatOf } from './game.ts'

/** Offer and check agree that an action is not legal, and the refusal says why. */
export function expectRefused(game: Game, action: Action, code: ViolationCode): void {
  expect(game.isLegal(action), `${JSON.stringify(action)} is offered`).toBe(false)
  let refusal: unknown
  try {
    reduce(game.state, action)
  } catch (error) {
    refusal = error
  }
  expect(refusal, `${JSON.stringify(action)} is not refused`).toBeInstanceOf(RuleViolation)
  expect((refusal as RuleViolation).code).toBe(code)
}

/** Expects an ordinary turn of this player. */
export function expectTurnOf(game: Game, player: Player): void {
  expect({ decision: game.decision, toAct: game.toAct, turnOf: game.state.turnOf }).toEqual({
    decision: 'turn',
    toAct: player,
    turnOf: seatOf(player),
  })
}

/** Expects that the last action gave this player an extra turn. */
export function expectExtraTurn(game: Game, player: Player): void {
  expectTurnOf(game, player)
  expect(game.eventsOf('turn-began')).toEqual([{ type: 'turn-began', seat: seatOf(player), extra: true }])
}

/** Expects that the match is over. */
export function expectWon(game: Game, by: 'military' | 'science' | 'politics' | 'civilian', winner: Player): void {
  expect(game.state.result).toEqual({ by, winner: seatOf(winner) })
  expect({ toAct: game.toAct, decision: game.decision, legal: game.legal() }).toEqual({
    toAct: null,
    decision: undefined,
    legal: [],
  })
}

/** What something costs: its printed coins and the coins for trade, both 0 by default. */
export interface Cost {
  coins?: number
  trade?: number
  chained?: boolean
}

/**
 * A building or a wonder costs the mover exactly this: the price says so, exactly these coins are spent, and with one
 * coin less it cannot be constructed.
 */
export function expectCost(game: Game, item: CardId | WonderId, { coins = 0, trade = 0, chained = false }: Cost): void {
  const total = coins + trade
  expect(game.price(item), item).toMatchObject({ total, trade, chained })

  const mover = game.toAct!
  const justEnough = game.withCoins(total)
  const action = justEnough.toConstruct(item)
  expect(justEnough.isLegal(action), `${item} for ${total}`).toBe(true)
  const after = justEnough.act(action)
  const gained = after
    .eventsOf('coins-gained')
    .filter(({ seat }) => seat === seatOf(mover))
    .reduce((sum, event) => sum + event.coins, 0)
  expect(after.coins(mover) - gained, `coins left of ${total}`).toBe(0)

  if (total > 0) expectRefused(game.withCoins(total - 1), action, 'too-expensive')
}
