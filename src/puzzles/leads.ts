import type { Chance, Judgement } from '../bots/index.ts'

/** By how much the best action of a puzzle leads the next one (chances of winning, from 0 to 1). */
export const LEAST_LEAD = 0.15
/** How many decisions of one game may become puzzles. */
export const MOST_OF_GAME = 2

/** Far below what is told of a chance: so that 0.9 - 0.75 is 0.15. */
const ROUNDING = 1e-9

/** A decision of a game whose best action leads, by an analysis. */
export interface Lead {
  version: number
  best: Chance['action']
  lead: number
}

/** By how much the first of some chances leads the second, best first. */
export const leadOf = ([best, next]: readonly Chance[]): number => best!.chance - next!.chance

/** Whether a lead makes a puzzle. */
export const isClear = (lead: number): boolean => lead >= LEAST_LEAD - ROUNDING

/**
 * The decisions of a game that may become puzzles: those with the greatest leads, the greatest first. If an analysis lists
 * no action but the best one, it has tried each of the others too rarely to say how far behind they are: they come last.
 */
export const leadsIn = (decisions: readonly Judgement[]): Lead[] =>
  decisions
    .map(({ version, action, after, alternatives }) => {
      const chances = [{ action, chance: after }, ...alternatives].sort((one, other) => other.chance - one.chance)
      return { version, best: chances[0]!.action, lead: chances.length > 1 ? leadOf(chances) : LEAST_LEAD }
    })
    .filter(({ lead }) => isClear(lead))
    .sort((one, other) => other.lead - one.lead || one.version - other.version)
    .slice(0, MOST_OF_GAME)
