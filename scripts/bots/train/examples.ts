import type { Examples } from '../../../src/bots/index.ts'
import { featuresOf, Random, valueOfResult } from '../../../src/bots/index.ts'
import type { MatchOptions, Result } from '../../../src/rules/index.ts'
import { deal, reduce, start } from '../../../src/rules/index.ts'
import type { SelfPlayGame, Step, Tried } from './record.ts'
import { stepsOf } from './record.ts'

/** Of how many decisions without a search one is an example: the positions of a game are much alike. */
const ONE_OF = 3
/** The search knows an action as soon as it has been tried so often. */
const LEAST_VISITS = 2
/** How much the judgement of the search counts in the outcome of a position, and not the end of the game, by default. */
export const JUDGEMENT = 0.5

/**
 * Adds the examples of a game. A position has the outcome of the game, and a part of it is the judgement of the search,
 * if there was one. A position after an action that the search has tried has its judgement: so the evaluation learns what
 * bad actions lead to.
 * @param judgement how great that part is, from 0 to 1.
 * @returns how the game ended.
 */
export function addExamples(
  to: Examples,
  options: MatchOptions,
  game: SelfPlayGame,
  judgement = JUDGEMENT,
): Result['by'] {
  const random = new Random(`examples ${game.name}`)
  const steps = [...stepsOf(start(options, deal(game.name, options)), game)]
  const end = steps.at(-1)!.next
  const outcome = valueOfResult(end)!
  for (const [at, step] of steps.entries()) {
    const tried = game.searched[at]
    if (tried) {
      const judged = chanceOf(tried.reduce((most, each) => (each[2] > most[2] ? each : most)))
      to.add(featuresOf(step.state), judgement * judged + (1 - judgement) * outcome)
      addAfter(to, random, step, tried)
    } else if (step.legal.length > 1 && random.below(ONE_OF) === 0) to.add(featuresOf(step.state), outcome)
  }
  return end.result!.by
}

const chanceOf = ([, chance]: Tried): number => chance / 1000

/** Adds the position after one of the actions that the search has tried, with what it found. */
function addAfter(to: Examples, random: Random, { state, legal }: Step, tried: readonly Tried[]): void {
  const known = tried.filter(([, , visits]) => visits >= LEAST_VISITS)
  if (known.length === 0) return
  const one = random.pick(known)
  const after = reduce(state, legal[one[0]]!).state
  if (!after.result) to.add(featuresOf(after), chanceOf(one))
}
