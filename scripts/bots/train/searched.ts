import type { Considered, Evaluation, Example } from '../../../src/bots/index.ts'
import { consider, featuresOf, mostVisited, Random, valueOfResult } from '../../../src/bots/index.ts'
import type { MatchOptions, MatchState, Seat } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import { knownAtStart, showBoth } from '../both-seats.ts'
import type { TrainingGame } from './game.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.1
/** Of how many decisions one gives an example of the position, and one of what another action leads to. */
const ONE_OF = 2
/** The search knows an action as soon as it has been tried so often. */
const LEAST_VISITS = 2
/** How much the judgement of the search counts in the outcome of a position, and not the end of the game. */
const JUDGEMENT = 0.5

/**
 * A game in which both players search, as the levels do. An example of a position has the mean of the outcome and of the
 * judgement of the search. Examples of positions after an action that the search has considered have its judgement: so
 * the evaluation learns what bad actions lead to.
 * @param worlds that a player samples for a decision.
 */
export function playSearched(options: MatchOptions, name: string, evaluate: Evaluation, worlds: number): TrainingGame {
  const random = new Random(name)
  const budget = { samples: worlds, isOver: () => false }
  const positions: { features: Example['features']; judged: number }[] = []
  const examples: Example[] = []
  let state = start(options, deal(name, options))
  const known = knownAtStart(options, state)
  while (state.toAct !== null) {
    const seat = state.toAct
    const legal = legalActions(state)
    let action = legal[0]!
    if (legal.length > 1) {
      const considered = consider(evaluate, known[seat], random, budget)
      const best = mostVisited(considered)
      if (random.below(ONE_OF) === 0) positions.push({ features: featuresOf(state), judged: forFirst(best, seat) })
      if (random.below(ONE_OF) === 0) examples.push(...exampleOf(random, state, considered))
      action = random.fraction() < AT_RANDOM ? random.pick(legal) : best.action
    }
    const next = reduce(state, action)
    state = next.state
    if (!state.result) showBoth(known, next.events, state)
  }
  const outcome = valueOfResult(state)!
  const mean = (judged: number): number => JUDGEMENT * judged + (1 - JUDGEMENT) * outcome
  examples.push(...positions.map(({ features, judged }) => ({ features, outcome: mean(judged) })))
  return { ending: state.result!.by, examples }
}

const forFirst = ({ chance }: Considered, seat: Seat): number => (seat === 0 ? chance : 1 - chance)

/** The position after one of the actions that the search has tried, with what it found. */
function exampleOf(random: Random, state: MatchState, considered: readonly Considered[]): Example[] {
  const tried = considered.filter(({ visits }) => visits >= LEAST_VISITS)
  if (tried.length === 0) return []
  const one = random.pick(tried)
  const { state: after } = reduce(state, one.action)
  return after.result ? [] : [{ features: featuresOf(after), outcome: forFirst(one, state.toAct!) }]
}
