import { expect } from 'vitest'
import type { Action, StepKind } from '../../../src/rules/index.ts'
import { expectRefused } from './expect.ts'
import type { Game, Player } from './game.ts'
import { seatOf } from './game.ts'
import { keyOf } from './invariants.ts'

const keysOf = (actions: readonly Action[]): string[] => actions.map(keyOf).sort()

/** Expects that this player has to make a decision of this kind, and that these are all of the choices. */
export function expectAsked(game: Game, player: Player, kind: StepKind, choices?: readonly Action[]): void {
  expect({ decision: game.decision, toAct: game.toAct }).toEqual({ decision: kind, toAct: player })
  if (choices) expect(keysOf(game.legal())).toEqual(keysOf(choices))
}

/** Expects that the decision cannot be declined. */
export function expectMandatory(game: Game): void {
  expect(game.isLegal({ type: 'decline' })).toBe(false)
  expect(() => game.act({ type: 'decline' })).toThrow()
}

/** Expects that each of these is refused as not offered. */
export function expectNotOffered(game: Game, ...actions: readonly Action[]): void {
  for (const action of actions) expectRefused(game, action, 'not-offered')
}

/** Expects that each of these actions of a turn is refused during the open decision. */
export function expectNoTurnAction(game: Game, ...actions: readonly Action[]): void {
  for (const action of actions) expectRefused(game, action, 'wrong-decision')
}

/** The pushes of the pawn by the last action: who pushed, from which space to which. */
export const pushes = (game: Game): [Player, number, number][] =>
  game.eventsOf('pawn-moved').map(({ seat, from, to }) => [seat === seatOf('A') ? 'A' : 'B', from, to])
