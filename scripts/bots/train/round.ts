import type { Course, Network } from '../../../src/bots/index.ts'
import { emptyFeatures, Examples, learn, logitOf, unitsOf } from '../../../src/bots/index.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { matchOptions } from '../../../src/protocol/index.ts'
import { inProcesses } from '../processes.ts'
import { addExamples, JUDGEMENT } from './examples.ts'
import type { SelfPlayGame } from './record.ts'
import type { Records } from './records.ts'
import type { Task } from './worker.ts'

/** Of how many games one is held out, to measure the evaluation. */
const HELD_OUT = 20

/** What was learned, and from what. */
export interface Learned {
  network: Network
  positions: number
  /** The mean of the logarithm of the likelihood of outcomes, less than 0; -0.693 is that of a coin. */
  heldOut: number
  /** How the games ended. */
  endings: ReadonlyMap<string, number>
}

/** The games of a round. */
export interface Round extends Omit<Task, 'name'> {
  /** Names the games, with a number. */
  seed: string
  games: number
}

const nameOf = (seed: string, number: number): string => `${seed} ${number}`

/** Plays the games of a round that are not in its records yet. */
export async function playRound(
  { seed, games, ...common }: Round,
  records: Records,
  processes: number,
  interrupted: AbortSignal,
): Promise<void> {
  const played = new Set([...records.games()].map(({ name }) => name))
  let number = 0
  const next = (): Task | null => {
    while (number < games && played.has(nameOf(seed, number))) number++
    return number < games ? { ...common, name: nameOf(seed, number++) } : null
  }
  const take = (game: SelfPlayGame): void => records.add(game)
  await inProcesses({ module: new URL('worker.ts', import.meta.url), next, take }, processes, interrupted)
}

/**
 * Learns from the games of some rounds. The order in which they were played does not matter.
 * @param judgement how much it counts in what is learned; in the games that are held out it always counts the same.
 */
export function learnFrom(
  kind: GameKind,
  rounds: readonly { round: Round; records: Records }[],
  course: Course,
  judgement = JUDGEMENT,
): Learned {
  const [learned, held] = [new Examples(), new Examples()]
  const endings = new Map<string, number>()
  for (const { round, records } of rounds) {
    const games = new Map([...records.games()].map((game) => [game.name, game]))
    for (let number = 0; number < round.games; number++) {
      const game = games.get(nameOf(round.seed, number))!
      const [to, part] = number % HELD_OUT === 0 ? [held, JUDGEMENT] : [learned, judgement]
      const ending = addExamples(to, matchOptions(kind), game, part)
      endings.set(ending, (endings.get(ending) ?? 0) + 1)
    }
  }
  const network = learn(learned, course)
  return { network, positions: learned.length, heldOut: logLikelihood(network, held), endings }
}

function logLikelihood(network: Network, examples: Examples): number {
  const sums = unitsOf(network)
  const features = emptyFeatures()
  let sum = 0
  for (let number = 0; number < examples.length; number++) {
    const outcome = examples.read(number, features)
    const x = logitOf(network, features, sums)
    sum -= Math.log(1 + Math.exp(-x)) * outcome + Math.log(1 + Math.exp(x)) * (1 - outcome)
  }
  return sum / examples.length
}
