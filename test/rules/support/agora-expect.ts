import { expect } from 'vitest'
import type { Action, StepKind } from '../../../src/rules/index.ts'
import type { AgoraGame } from './agora-game.ts'
import { expectRefused } from './expect.ts'
import { seatOf } from './game.ts'
import type { Player } from './game.ts'
import { keyOf } from './invariants.ts'

const keysOf = (actions: readonly Action[]): string[] => actions.map(keyOf).sort()

/** This player is asked for a decision of this kind, and these are all of his choices. */
export function expectAsked(game: AgoraGame, player: Player, kind: StepKind, choices?: readonly Action[]): void {
  expect({ decision: game.decision, toAct: game.toAct }).toEqual({ decision: kind, toAct: player })
  if (choices) expect(keysOf(game.legal())).toEqual(keysOf(choices))
}

/** The decision can't be declined. */
export function expectMandatory(game: AgoraGame): void {
  expect(game.isLegal({ type: 'decline' })).toBe(false)
  expect(() => game.act({ type: 'decline' })).toThrow()
}

/** None of these is legal, for the reason that it is not among the choices. */
export function expectNotOffered(game: AgoraGame, ...actions: readonly Action[]): void {
  for (const action of actions) expectRefused(game, action, 'not-offered')
}

/** The decision is open still, whatever else is tried: anything that belongs to a turn. */
export function expectNoTurnAction(game: AgoraGame, ...actions: readonly Action[]): void {
  for (const action of actions) expectRefused(game, action, 'wrong-decision')
}

/** An event of pushing the pawn: who pushed, from where to where. */
export const pushes = (game: AgoraGame): [Player, number, number][] =>
  game.eventsOf('pawn-moved').map(({ seat, from, to }) => [seat === seatOf('A') ? 'A' : 'B', from, to])
