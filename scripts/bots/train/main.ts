import { parseArgs } from 'node:util'
import type { Evaluation, Example, Network } from '../../../src/bots/index.ts'
import { evaluationOf, learn, logitOf, networkEvaluation, unitsOf } from '../../../src/bots/index.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, GAME_KINDS, gameKindSchema } from '../../../src/protocol/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import type { WeightsFile } from './file.ts'
import { readWeights, stored, writeWeights } from './file.ts'
import type { TrainingGame } from './game.ts'
import { playOneAhead } from './one-ahead.ts'
import { playSearched } from './searched.ts'

const USAGE = `Usage: npm run train -- [--games N] [--rounds N] [--worlds N] [--kind KIND] [--seed TEXT] [--out FILE]
Learns the evaluation of kinds of game from self-play, on one core.
Without --worlds it begins again: the first round plays at random, each other one looks one action ahead by the
evaluation of the round before, and learns from all rounds but the first. With --worlds it begins with the weights in
the file: both players search, by the evaluation of the round before, and each round learns from all rounds.
  --games   games of each round and kind; by default 2000
  --rounds  rounds; by default 4
  --worlds  worlds that a player of the search samples for a decision
  --kind    ${GAME_KIND_IDS.join(', ')}; by default all of them. The weights of the other kinds stay as they are
  --seed    of all games; by default "curia"
  --out     by default src/opponents/weights.json`

/** Of how many games one is held out, to measure the evaluation. */
const HELD_OUT = 5
/** What the network is like, and how often it sees each example: by how the players of self-play decide. */
const COURSES = { oneAhead: { units: 16, epochs: 3 }, searched: { units: 32, epochs: 4 } } as const

/** What somebody wants to learn. */
interface Wanted {
  games: number
  rounds: number
  /** Null to look one action ahead. */
  worlds: number | null
  seed: string
}

/** What was learned, and from what. */
interface Learned {
  network: Network
  positions: number
  heldOut: number
}

/** The mean of the logarithm of the likelihood of outcomes, less than 0; -0.693 is that of a coin. */
function logLikelihood(network: Network, examples: readonly Example[]): number {
  const sums = unitsOf(network)
  const sum = examples.reduce((all, { features, outcome }) => {
    const x = logitOf(network, features, sums)
    return all - Math.log(1 + Math.exp(-x)) * outcome - Math.log(1 + Math.exp(x)) * (1 - outcome)
  }, 0)
  return sum / examples.length
}

/** @param first the evaluation with which a search begins. */
function train(kind: GameKind, first: Evaluation | null, { games, rounds, worlds, seed }: Wanted): Learned {
  const options: MatchOptions = { ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' }
  const course = worlds === null ? COURSES.oneAhead : COURSES.searched
  let network: Network | null = null
  let learned: Example[] = []
  let heldOut = 0
  const play = (name: string): TrainingGame => {
    if (worlds === null) return playOneAhead(options, name, network)
    return playSearched(options, name, network ? networkEvaluation(network) : first!, worlds)
  }
  for (let round = 0; round < rounds; round++) {
    const held: Example[] = []
    const endings = new Map<string, number>()
    if (round === 1 && worlds === null) learned = []
    for (let game = 0; game < games; game++) {
      const { ending, examples } = play(`${seed} ${kind} ${round} ${game}`)
      endings.set(ending, (endings.get(ending) ?? 0) + 1)
      for (const example of examples) (game % HELD_OUT === 0 ? held : learned).push(example)
    }
    network = learn(learned, { ...course, seed: `${seed} ${kind} ${round}` })
    heldOut = logLikelihood(network, held)
    const ended = [...endings].map(([by, count]) => `${by} ${count}`).join(', ')
    console.log(`${kind}, round ${round + 1}: ${games} games (${ended}), ${learned.length} positions`)
    console.log(`  log-likelihood of held-out games ${heldOut.toFixed(4)}`)
  }
  return { network: network!, positions: learned.length, heldOut }
}

/** Learns a kind of game, and puts what was learned into the file. */
function improve(file: WeightsFile, kind: GameKind, wanted: Wanted): void {
  const { games, rounds, worlds, seed } = wanted
  const first = worlds === null ? null : evaluationOf(file, kind)
  const { network, positions, heldOut } = train(kind, first, wanted)
  const searching = worlds === null ? '' : ` --worlds ${worlds}`
  const command = `npm run train -- --games ${games} --rounds ${rounds}${searching} --kind ${kind} --seed ${seed}`
  const before = worlds === null ? [] : file.sources[kind]!
  file.sources[kind] = [...before, { command, positions, heldOutLogLikelihood: Number(heldOut.toFixed(4)) }]
  file.kinds[kind] = stored(network)
}

function main(): number {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '4' },
      worlds: { type: 'string' },
      kind: { type: 'string' },
      seed: { type: 'string', default: 'curia' },
      out: { type: 'string', default: 'src/opponents/weights.json' },
      help: { type: 'boolean', default: false },
    },
  })
  const { seed, out } = values
  const [games, rounds] = [Number(values.games), Number(values.rounds)]
  const worlds = values.worlds === undefined ? null : Number(values.worlds)
  const kind = gameKindSchema.optional().safeParse(values.kind)
  const makesSense = kind.success && games >= HELD_OUT && rounds >= 1 && (worlds === null || worlds >= 1)
  if (values.help || !makesSense) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  for (const each of kind.data ? [kind.data] : GAME_KIND_IDS) {
    const file = readWeights(out)
    improve(file, each, { games, rounds, worlds, seed })
    writeWeights(out, file)
  }
  return 0
}

process.exit(main())
