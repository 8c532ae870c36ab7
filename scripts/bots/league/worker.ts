import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { Weights } from '../../../src/bots/index.ts'
import { evaluationOf } from '../../../src/bots/index.ts'
import { learnedEvaluation } from '../../../src/opponents/weights.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KINDS } from '../../../src/protocol/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import { contenders } from './contenders.ts'
import type { Played } from './game.ts'
import { play } from './game.ts'

/** A game to be played. The first of the names sits on seat 0. */
export interface Fixture {
  kind: GameKind
  seed: string
  names: [string, string]
  most: number
  timeMs: number
  /** The file with what `earlier-master` has learned. */
  earlier?: string | undefined
}
export type Report = Fixture & Played

const weightsIn = (file: string): Weights => JSON.parse(readFileSync(file, 'utf8')) as Weights

parentPort!.on('message', (fixture: Fixture) => {
  const { kind, seed, names, most, timeMs, earlier } = fixture
  const options: MatchOptions = { ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' }
  const before = earlier === undefined ? null : evaluationOf(weightsIn(earlier), kind)
  const all = contenders(learnedEvaluation(options), most, timeMs, before)
  const played = play(options, seed, [all[names[0]]!, all[names[1]]!], timeMs)
  parentPort!.postMessage({ ...fixture, ...played } satisfies Report)
})
