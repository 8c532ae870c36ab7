import { parentPort } from 'node:worker_threads'
import { GAME_KINDS } from '../../../src/protocol/index.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import { learnedEvaluation } from '../../../src/opponents/weights.ts'
import { contenders } from './contenders.ts'
import { play } from './game.ts'
import type { Played } from './game.ts'

/** A game to be played. The first of the names sits on seat 0. */
export interface Fixture {
  kind: GameKind
  seed: string
  names: [string, string]
  most: number
  timeMs: number
}
export type Report = Fixture & Played

parentPort!.on('message', (fixture: Fixture) => {
  const { kind, seed, names, most, timeMs } = fixture
  const options: MatchOptions = { ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' }
  const all = contenders(learnedEvaluation(options), most, timeMs)
  const played = play(options, seed, [all[names[0]]!, all[names[1]]!], timeMs)
  parentPort!.postMessage({ ...fixture, ...played } satisfies Report)
})
