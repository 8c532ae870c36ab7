import { pathToFileURL } from 'node:url'
import type { Evaluation, LevelName, Player } from '../../../src/bots/index.ts'
import * as bots from '../../../src/bots/index.ts'
import { learnedEvaluation } from '../../../src/opponents/weights.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import { byHabit } from './habits.ts'
import { points } from './points.ts'

/** The bots of a build of this project: how they play, and what they have learned. */
export interface Build {
  bots: Pick<typeof bots, 'Knowledge' | 'Random' | 'LEVELS' | 'playerOf'>
  evaluationFor: (options: MatchOptions) => Evaluation
}

const PRESENT: Build = { bots, evaluationFor: learnedEvaluation }

/** The build in a checkout, whose rules must be the same. */
export async function buildIn(checkout: string): Promise<Build> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(`${checkout}/dist/${path}`).href)
  const [loaded, weights] = (await Promise.all([load('bots/index.js'), load('opponents/weights.js')])) as [
    Build['bots'],
    { learnedEvaluation: Build['evaluationFor'] },
  ]
  return { bots: loaded, evaluationFor: weights.learnedEvaluation }
}

/** A player of the league, and the worlds that it samples for a decision. */
export interface Contender {
  player: Player
  samples: number
  /** What it knows, and by what it draws, is of its own build. */
  of: Pick<Build['bots'], 'Knowledge' | 'Random'>
}

/** Worlds for a decision of the greedy player. */
const GREEDY_SAMPLES = 4

/** What a decision may take. */
export interface Allowed {
  /** Worlds that a player samples at most, whatever its level says. */
  worlds: number
  /** CPU time, ms. With one, the searches sample as many worlds as it allows. */
  ms: number
}

/**
 * Everybody in the league: the levels, a random player, one that takes points, one that looks one action ahead by the
 * evaluation, and plain Monte Carlo tree search with as many simulations as the strongest level, whose play-outs are random or
 * by habits.
 * @param earlier another build, whose strongest level takes part.
 */
export function contenders(
  options: MatchOptions,
  { worlds, ms }: Allowed,
  earlier: Build | null = null,
  present = PRESENT,
): Record<string, Contender> {
  const most = (samples: number): number => Math.min(worlds, samples)
  const strongest = ms < Infinity ? Infinity : bots.LEVELS.master.samples
  const playing = (player: Player, samples: number): Contender => ({ player, samples: most(samples), of: present.bots })
  const levelOf = (name: LevelName, { bots: of, evaluationFor }: Build): Contender => {
    const samples = name === 'master' ? strongest : of.LEVELS[name].samples
    return { player: of.playerOf(of.LEVELS[name], evaluationFor(options)), samples: most(samples), of }
  }
  return {
    random: playing(bots.uniform, 1),
    points: playing(points, 1),
    greedy: playing(bots.greedy(present.evaluationFor(options)), GREEDY_SAMPLES),
    'monte-carlo': playing(bots.search(bots.RANDOM_PLAY_OUTS), strongest),
    habits: playing(bots.search({ playOut: byHabit }), strongest),
    ...Object.fromEntries(bots.LEVEL_NAMES.map((name) => [name, levelOf(name, present)])),
    ...(earlier && { [EARLIER_MASTER]: levelOf('master', earlier) }),
  }
}

export const EARLIER_MASTER = 'earlier-master'
export const CONTENDER_NAMES: readonly string[] = [
  'random',
  'points',
  'greedy',
  'monte-carlo',
  'habits',
  ...bots.LEVEL_NAMES,
]
