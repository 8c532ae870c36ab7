import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  FEATURES, Random, featuresOf, learn, logitOf, unitsOf, valueOfResult,
} from '../../src/bots/index.ts'
import type { Example, Network, StoredNetwork } from '../../src/bots/index.ts'
import { GAME_KINDS, GAME_KIND_IDS, gameKindSchema } from '../../src/protocol/index.ts'
import type { GameKind } from '../../src/protocol/index.ts'
import { deal, legalActions, reduce, start } from '../../src/rules/index.ts'
import type { Action, MatchOptions, MatchState, Seat } from '../../src/rules/index.ts'

const USAGE = `Usage: npm run train -- [--games N] [--rounds N] [--kind KIND] [--seed TEXT] [--out FILE]
Learns the evaluation of kinds of game from self-play, on one core.
  --games   games of each round and kind; by default 2000
  --rounds  rounds: the first one plays at random, each other one by the evaluation of the one before, which
            learns from all rounds but the first; by default 4
  --kind    ${GAME_KIND_IDS.join(', ')}; by default all of them. The weights of the other kinds stay as they are
  --seed    of all games; by default "curia"
  --out     by default src/opponents/weights.json`

/** How often a player of self-play picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.08
/** Of how many positions one is an example: those of a game are much alike. */
const ONE_OF = 3
/** Of how many games one is held out, to measure the evaluation. */
const HELD_OUT = 5
const UNITS = 16
const EPOCHS = 3
/** The logit of a position that is won. */
const WON = 100

/**
 * How the players of self-play differ from the evaluation: what they add to a logit for each unit of a feature of their
 * own. Without them hardly any game shows what a strategy is worth that the evaluation does not know yet.
 */
const STYLES: readonly Readonly<Record<string, number>>[] = [
  {},
  {},
  {},
  { symbols: 0.4, 'symbols-5': 0.4 },
  { symbols: 0.9, 'symbols-4': 0.5, 'symbols-5': 0.5, 'symbols-to-come': 0.2 },
  { pawn: 0.25 },
  { cubes: 0.1, chambers: 0.4 },
]
type Style = readonly (readonly [index: number, bonus: number])[]

const styleOf = (row: Readonly<Record<string, number>>): Style =>
  Object.entries(row).map(([name, bonus]) => [FEATURES.indexOf(name), bonus] as const)

/** In self-play both players look one action ahead, in the true state. */
function pick(state: MatchState, seat: Seat, network: Network, style: Style, sums: Float64Array): Action {
  const sign = seat === 0 ? 1 : -1
  const actions = legalActions(state)
  let [best, highest] = [actions[0]!, -Infinity]
  for (const action of actions) {
    const next = reduce(state, action).state
    const ended = valueOfResult(next)
    const features = featuresOf(next)
    const logit = ended === null ? logitOf(network, features, sums) : WON * (2 * ended - 1)
    const value = style.reduce((sum, [index, bonus]) => sum + bonus * features[seat][index]!, sign * logit)
    if (value > highest) [best, highest] = [action, value]
  }
  return best
}

/** Counts the endings of games, by the kind of victory. */
type Endings = Map<string, number>

function selfPlay(options: MatchOptions, name: string, network: Network | null, endings: Endings): Example[] {
  const random = new Random(name)
  const styles = [styleOf(random.pick(STYLES)), styleOf(random.pick(STYLES))] as const
  const sums = network ? unitsOf(network) : new Float64Array()
  const positions: Omit<Example, 'outcome'>[] = []
  let state = start(options, deal(name, options))
  while (state.toAct !== null) {
    if (random.below(ONE_OF) === 0) positions.push({ features: featuresOf(state) })
    const action = !network || random.fraction() < AT_RANDOM
      ? random.pick(legalActions(state))
      : pick(state, state.toAct, network, styles[state.toAct], sums)
    state = reduce(state, action).state
  }
  const { by } = state.result!
  endings.set(by, (endings.get(by) ?? 0) + 1)
  const outcome = valueOfResult(state)!
  return positions.map((position) => ({ ...position, outcome }))
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

const rounded = (value: number): number => Number(value.toPrecision(3))

function stored({ units, direct, hidden, output }: Network): StoredNetwork {
  const rows = FEATURES.map((name, index) => {
    const weights = [direct[index]!, ...hidden.slice(2 * units * index, 2 * units * (index + 1))]
    return [name, weights.map(rounded)] as const
  })
  const features = Object.fromEntries(rows.filter(([, weights]) => weights.some((weight) => weight !== 0)))
  return { confidence: 1, output: [...output].map(rounded), features }
}

/** What the file of the weights has beside them, by kind of game. */
interface Source {
  command: string
  positions: number
  heldOutLogLikelihood: number
}
interface File {
  sources: Record<string, Source>
  kinds: Record<string, StoredNetwork>
}

/** The file, with one line for each feature. */
function textOf({ sources, kinds }: File): string {
  const lines = Object.entries(kinds).map(([kind, { confidence, output, features }]) => {
    const rows = Object.entries(features).map(([name, row]) => `   ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
    const before = `"confidence": ${confidence}, "output": ${JSON.stringify(output)}`
    return `  ${JSON.stringify(kind)}: { ${before}, "features": {\n${rows.join(',\n')}\n  } }`
  })
  const before = JSON.stringify({ sources }, null, 1).slice(0, -2)
  return `${before},\n "kinds": {\n${lines.join(',\n')}\n }\n}\n`
}

/** What somebody wants to learn. */
interface Wanted {
  kind: GameKind
  games: number
  rounds: number
  seed: string
}

function train({ kind, games, rounds, seed }: Wanted): { network: Network; positions: number; held: number } {
  const options: MatchOptions = { ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' }
  let network: Network | null = null
  let learned: Example[] = []
  let held = 0
  for (let round = 0; round < rounds; round++) {
    const heldOut: Example[] = []
    const endings: Endings = new Map()
    if (round === 1) learned = []
    for (let game = 0; game < games; game++) {
      const examples = selfPlay(options, `${seed} ${kind} ${round} ${game}`, network, endings)
      ;(game % HELD_OUT === 0 ? heldOut : learned).push(...examples)
    }
    network = learn(learned, { units: UNITS, epochs: EPOCHS, seed: `${seed} ${kind} ${round}` })
    held = logLikelihood(network, heldOut)
    const ended = [...endings].map(([by, count]) => `${by} ${count}`).join(', ')
    console.log(`${kind}, round ${round + 1}: ${games} games (${ended}), ${learned.length} positions`)
    console.log(`  log-likelihood of held-out games ${held.toFixed(4)}`)
  }
  return { network: network!, positions: learned.length, held }
}

function main(): number {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '4' },
      kind: { type: 'string' },
      seed: { type: 'string', default: 'curia' },
      out: { type: 'string', default: 'src/opponents/weights.json' },
      help: { type: 'boolean', default: false },
    },
  })
  const { seed, out } = values
  const [games, rounds] = [Number(values.games), Number(values.rounds)]
  const wanted = gameKindSchema.optional().safeParse(values.kind)
  if (values.help || !wanted.success || !(games >= HELD_OUT) || !(rounds >= 1)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const file: File = existsSync(out) ? (JSON.parse(readFileSync(out, 'utf8')) as File) : { sources: {}, kinds: {} }
  for (const kind of wanted.data ? [wanted.data] : GAME_KIND_IDS) {
    const { network, positions, held } = train({ kind, games, rounds, seed })
    const command = `npm run train -- --games ${games} --rounds ${rounds} --kind ${kind} --seed ${seed}`
    file.sources[kind] = { command, positions, heldOutLogLikelihood: Number(held.toFixed(4)) }
    file.kinds[kind] = stored(network)
    writeFileSync(out, textOf(file))
  }
  return 0
}

process.exit(main())
