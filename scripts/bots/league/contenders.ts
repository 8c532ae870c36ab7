import type { Evaluation, LevelName, Player } from '../../../src/bots/index.ts'
import { greedy, LEVEL_NAMES, LEVELS, playerOf, search, uniform } from '../../../src/bots/index.ts'
import { points } from './points.ts'

/** A player of the league, and the worlds that it samples for a decision. */
export interface Contender {
  player: Player
  samples: number
}

/** Worlds for a decision of the greedy player. */
const GREEDY_SAMPLES = 4

/**
 * Everybody in the league: the levels, a random player, one that takes points, one that looks one action ahead by the
 * evaluation, and plain Monte Carlo tree search with as many simulations as the strongest level, or as many as the time
 * allows.
 * @param most no player samples more worlds than this.
 * @param timeMs what a decision may take at most, ms.
 * @param earlier what was learned at an earlier time: the strongest level takes part with it, too.
 */
export function contenders(
  evaluate: Evaluation,
  most: number,
  timeMs = Infinity,
  earlier: Evaluation | null = null,
): Record<string, Contender> {
  const levelOf = (name: LevelName, by: Evaluation): Contender => ({
    player: playerOf(LEVELS[name], by),
    samples: Math.min(most, LEVELS[name].samples),
  })
  const simulations = timeMs < Infinity ? most : Math.min(most, LEVELS.master.samples)
  return {
    random: { player: uniform, samples: 1 },
    points: { player: points, samples: 1 },
    greedy: { player: greedy(evaluate), samples: Math.min(most, GREEDY_SAMPLES) },
    'monte-carlo': { player: search(null), samples: simulations },
    ...Object.fromEntries(LEVEL_NAMES.map((name) => [name, levelOf(name, evaluate)])),
    ...(earlier && { [EARLIER_MASTER]: levelOf('master', earlier) }),
  }
}

export const EARLIER_MASTER = 'earlier-master'
export const CONTENDER_NAMES: readonly string[] = ['random', 'points', 'greedy', 'monte-carlo', ...LEVEL_NAMES]
