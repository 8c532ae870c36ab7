import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FEATURES, Random, featuresOf, fit, linearEvaluation, phaseOf, valueOfResult } from '../../src/bots/index.ts'
import type { Evaluation, Example, PhaseWeights } from '../../src/bots/index.ts'
import { GAME_KINDS, GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { deal, legalActions, reduce, start } from '../../src/rules/index.ts'
import type { Action, MatchOptions, MatchState } from '../../src/rules/index.ts'

const USAGE = `Usage: npm run train -- [--games N] [--rounds N] [--seed TEXT] [--out FILE]
Learns the evaluation of all kinds of game from self-play, on one core.
  --games   games of each round and kind; by default 1000
  --rounds  rounds: the first one plays at random, each other one by the evaluation of the one before, which
            learns from all rounds but the first; by default 4
  --seed    of all games; by default "curia"
  --out     by default src/opponents/weights.json`

/** How often a player of self-play picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.12
/** Of how many positions one is an example: those of a game are much alike. */
const ONE_OF = 3
/** Of how many games one is held out, to measure the evaluation. */
const HELD_OUT = 5

/** In self-play both players look one action ahead, in the true state. */
function pick(state: MatchState, evaluate: Evaluation | null, random: Random): Action {
  const actions = legalActions(state)
  if (!evaluate || actions.length === 1 || random.fraction() < AT_RANDOM) return random.pick(actions)
  const sign = state.toAct === 0 ? 1 : -1
  let [best, highest] = [actions[0]!, -Infinity]
  for (const action of actions) {
    const value = sign * evaluate(reduce(state, action).state)
    if (value > highest) [best, highest] = [action, value]
  }
  return best
}

function selfPlay(options: MatchOptions, name: string, evaluate: Evaluation | null): Example[] {
  const random = new Random(name)
  const positions: Omit<Example, 'outcome'>[] = []
  let state = start(options, deal(name, options))
  while (state.toAct !== null) {
    if (random.below(ONE_OF) === 0) positions.push({ phase: phaseOf(state), features: featuresOf(state) })
    state = reduce(state, pick(state, evaluate, random)).state
  }
  const outcome = valueOfResult(state)!
  return positions.map((position) => ({ ...position, outcome }))
}

/** The mean of the logarithm of the likelihood of outcomes, less than 0; -0.693 is that of a coin. */
function logLikelihood(weights: PhaseWeights, examples: readonly Example[]): number {
  const sum = examples.reduce((all, { phase, features, outcome }) => {
    const x = weights[phase]!.reduce((dot, weight, index) => dot + weight * features[index]!, 0)
    return all - Math.log(1 + Math.exp(-x)) * outcome - Math.log(1 + Math.exp(x)) * (1 - outcome)
  }, 0)
  return sum / examples.length
}

const rounded = (value: number): number => Number(value.toFixed(4))

const named = (row: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    FEATURES.map((name, index) => [name, rounded(row[index]!)] as const).filter(([, weight]) => weight !== 0),
  )

function main(): number {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '4' },
      seed: { type: 'string', default: 'curia' },
      out: { type: 'string', default: 'src/opponents/weights.json' },
      help: { type: 'boolean', default: false },
    },
  })
  const [games, rounds] = [Number(values.games), Number(values.rounds)]
  if (values.help || !(games >= HELD_OUT) || !(rounds >= 1)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const kinds: Record<string, Record<string, number>[]> = {}
  const figures: Record<string, object> = {}
  for (const kind of GAME_KIND_IDS) {
    const options: MatchOptions = { ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' }
    let weights: PhaseWeights | null = null
    let learned: Example[] = []
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const evaluate = weights && linearEvaluation(weights)
      const heldOut: Example[] = []
      if (round === 1) learned = []
      for (let game = 0; game < games; game++) {
        const examples = selfPlay(options, `${values.seed} ${kind} ${round} ${game}`, evaluate)
        ;(game % HELD_OUT === 0 ? heldOut : learned).push(...examples)
      }
      weights = fit(learned, `${values.seed} ${kind} ${round}`)
      held = logLikelihood(weights, heldOut)
      const count = `${learned.length} positions`
      console.log(`${kind}, round ${round + 1}: ${count}, held-out log-likelihood ${held.toFixed(4)}`)
    }
    kinds[kind] = weights!.map(named)
    figures[kind] = { positions: learned.length, heldOutLogLikelihood: rounded(held) }
  }
  const command = `npm run train -- --games ${games} --rounds ${rounds} --seed ${values.seed}`
  writeFileSync(values.out, `${JSON.stringify({ command, figures, kinds }, null, 1)}\n`)
  return 0
}

process.exit(main())
