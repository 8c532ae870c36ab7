import { parseArgs } from 'node:util'
import type { LevelName } from '../../../src/bots/index.ts'
import { LEVEL_NAMES, LEVELS, playerOf, Random, valueOfResult } from '../../../src/bots/index.ts'
import { learnedEvaluation } from '../../../src/opponents/weights.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gameKindSchema, matchOptions } from '../../../src/protocol/index.ts'
import { deal, reduce, start, view } from '../../../src/rules/index.ts'
import { knownAtStart, showBoth } from '../both-seats.ts'
import type { Prediction } from './deciles.ts'
import { decilesOf, scaleOf, worstOf } from './deciles.ts'

const USAGE = `Usage: npm run calibration -- [--games N] [--level LEVEL] [--kind KIND] [--seed TEXT]
Compares what the evaluation predicts with what happens, in games of a level against itself, on one core.
  --games  games of each kind; by default 2000
  --level  ${LEVEL_NAMES.join(', ')}; by default casual
  --kind   ${GAME_KIND_IDS.join(', ')}; by default all of them
  --seed   of all games, another one than that of the training; by default "calibration"`

/** Deciles with fewer positions say too little. */
const LEAST_POSITIONS = 50

/** The predictions of all positions of a game with a decision, for the seat that decides. */
function play(kind: GameKind, level: LevelName, seed: string): Prediction[] {
  const options = matchOptions(kind)
  const evaluate = learnedEvaluation(options)
  const player = playerOf(LEVELS[level], evaluate)
  const random = new Random(seed)
  let state = start(options, deal(seed, options))
  const known = knownAtStart(options, state)
  const budget = { samples: LEVELS[level].samples, isOver: () => false }
  const seen: { predicted: number; seat: 0 | 1 }[] = []
  while (state.toAct !== null) {
    const seat = state.toAct
    // Of what the seat does not know, it imagines anything: so does the prediction.
    const chance = evaluate(known[seat].sample(random))
    seen.push({ seat, predicted: seat === 0 ? chance : 1 - chance })
    const { state: next, events } = reduce(state, player.decide(view(state, seat), known[seat], random, budget))
    state = next
    if (!state.result) showBoth(known, events, state)
  }
  const first = valueOfResult(state)!
  return seen.map(({ predicted, seat }) => ({ predicted, actual: seat === 0 ? first : 1 - first }))
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

function print(kind: GameKind, games: number, predictions: readonly Prediction[]): void {
  const deciles = decilesOf(predictions)
  const worst = (100 * worstOf(deciles, LEAST_POSITIONS)).toFixed(1)
  console.log(`\n### ${kind}\n`)
  console.log(`${games} games, ${predictions.length} positions; at most ${worst} points apart.`)
  console.log(`Most likely with logits ${scaleOf(predictions).toFixed(2)} times as great.\n`)
  console.log('| predicted | actual | positions |\n|---|---|---|')
  for (const { predicted, actual, positions } of deciles) {
    console.log(`| ${percent(predicted)} | ${percent(actual)} | ${positions} |`)
  }
}

function main(): number {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '2000' },
      level: { type: 'string', default: 'casual' },
      kind: { type: 'string' },
      seed: { type: 'string', default: 'calibration' },
      help: { type: 'boolean', default: false },
    },
  })
  const { level, seed } = values
  const games = Number(values.games)
  const kind = gameKindSchema.optional().safeParse(values.kind)
  if (values.help || !kind.success || !(games >= 1) || !Object.hasOwn(LEVELS, level)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  for (const each of kind.data ? [kind.data] : GAME_KIND_IDS) {
    const predictions = Array.from({ length: games }, (_, game) =>
      play(each, level as LevelName, `${seed} ${each} ${game}`),
    ).flat()
    print(each, games, predictions)
  }
  return 0
}

process.exitCode = main()
