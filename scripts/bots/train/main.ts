import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gameKindSchema } from '../../../src/protocol/index.ts'
import type { Stage } from './file.ts'
import { readWeights, stored, writeWeights } from './file.ts'
import { Records } from './records.ts'
import type { Round } from './round.ts'
import { learnFrom, playRound } from './round.ts'

const USAGE = `Usage: npm run train -- [--games N] [--rounds N] [--worlds N] [--kind KIND] [--seed TEXT] [...]
Learns the evaluation of kinds of game from self-play. Whoever interrupts it goes on with the same command.
Without --worlds it begins again: the first round plays at random, each other one looks one action ahead by the
evaluation of the round before, and learns from all rounds but the first. With --worlds it begins with the weights in
the file: both players search, by the evaluation of the round before, and each round learns from all rounds.
  --games      games of each round and kind; by default 2000
  --rounds     rounds; by default 4
  --worlds     worlds that a player of the search samples for a decision
  --units      hidden units of the network; by default 16 without --worlds, and 32 with it
  --kind       ${GAME_KIND_IDS.join(', ')}; by default all of them. The weights of the other kinds stay as they are
  --seed       of all games; by default "curia"
  --decay      how strongly weights are pulled towards 0; by default 0.3
  --judgement  how much the judgement of the search counts in the outcome of a position, to 1; by default 0.5
  --processes  that play; by default as many as there are cores
  --records    where the games and the weights of each round are kept; by default .data/training
  --out        by default src/opponents/weights.json`

/** How often the network sees each example. */
const EPOCHS = 3
const UNITS = { oneAhead: 16, searched: 32 } as const

/** What someone wants to learn. */
interface Wanted {
  games: number
  rounds: number
  /** Null to look one action ahead. */
  worlds: number | null
  units: number
  decay: number | undefined
  judgement: number | undefined
  seed: string
  processes: number
  records: string
  out: string
}

/**
 * Learns a kind of game, and puts what was learned into the file.
 * @returns false if it was interrupted.
 */
async function improve(kind: GameKind, wanted: Wanted, interrupted: AbortSignal): Promise<boolean> {
  const { games, rounds, worlds, units, decay, judgement, seed, processes, records: folder, out } = wanted
  const way = worlds === null ? 'oneAhead' : 'searched'
  const file = readWeights(out)
  const before = worlds === null ? [] : file.sources[kind]!
  const searching = worlds === null ? '' : ` --worlds ${worlds}`
  const course =
    (decay === undefined ? '' : ` --decay ${decay}`) + (judgement === undefined ? '' : ` --judgement ${judgement}`)
  const command = `npm run train -- --games ${games} --rounds ${rounds}${searching} --units ${units}${course} --kind ${kind} --seed ${seed}`
  const played: { round: Round; records: Records }[] = []
  let weights = worlds === null ? null : out
  for (let number = 0; number < rounds; number++) {
    const round: Round = { kind, seed: `${seed} ${kind} ${number}`, games, worlds, weights }
    const path = join(folder, `${kind} ${seed} ${way} ${number}`)
    const records = new Records(`${path}.jsonl`)
    await playRound(round, records, processes, interrupted)
    if (interrupted.aborted) return false
    if (number === 1 && worlds === null) played.length = 0
    played.push({ round, records })
    const { network, positions, heldOut, endings } = learnFrom(
      kind,
      played,
      { units, epochs: EPOCHS, seed: round.seed, ...(decay !== undefined && { decay }) },
      judgement,
    )
    const ended = [...endings].map(([by, count]) => `${by} ${count}`).join(', ')
    console.log(`${kind}, round ${number + 1}: ${games} games (${ended}), ${positions} positions`)
    console.log(`  log-likelihood of held-out games ${heldOut.toFixed(4)}`)
    const stage: Stage = { command, positions, heldOutLogLikelihood: Number(heldOut.toFixed(4)) }
    const isLast = number === rounds - 1
    weights = isLast ? out : `${path}.weights.json`
    const to = readWeights(weights)
    to.sources[kind] = [...before, stage]
    to.kinds[kind] = stored(network)
    writeWeights(weights, to)
  }
  return true
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '4' },
      worlds: { type: 'string' },
      units: { type: 'string' },
      decay: { type: 'string' },
      judgement: { type: 'string' },
      kind: { type: 'string' },
      seed: { type: 'string', default: 'curia' },
      processes: { type: 'string', default: String(availableParallelism()) },
      records: { type: 'string', default: '.data/training' },
      out: { type: 'string', default: 'src/opponents/weights.json' },
      help: { type: 'boolean', default: false },
    },
  })
  const { seed, out, records } = values
  const [games, rounds, processes] = [Number(values.games), Number(values.rounds), Number(values.processes)]
  const worlds = values.worlds === undefined ? null : Number(values.worlds)
  const units = Number(values.units ?? UNITS[worlds === null ? 'oneAhead' : 'searched'])
  const [decay, judgement] = [values.decay, values.judgement].map((each) => (each === undefined ? each : Number(each)))
  const kind = gameKindSchema.optional().safeParse(values.kind)
  const makesSense =
    kind.success &&
    [games - 4, rounds, processes, worlds ?? 1, units].every((number) => Number.isInteger(number) && number >= 1) &&
    [decay ?? 0, judgement ?? 0].every((number) => number >= 0) &&
    (judgement ?? 0) <= 1
  if (values.help || !makesSense) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  for (const each of kind.data ? [kind.data] : GAME_KIND_IDS) {
    const wanted: Wanted = { games, rounds, worlds, units, decay, judgement, seed, processes, records, out }
    if (!(await improve(each, wanted, interruption.signal))) break
  }
  return 0
}

process.exitCode = await main()
