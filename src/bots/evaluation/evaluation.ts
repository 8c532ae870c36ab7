import type { GameKind } from '../../protocol/index.ts'
import type { MatchState } from '../../rules/index.ts'
import { featuresOf } from './features/features.ts'
import { FEATURES } from './features/names.ts'
import type { Network } from './network.ts'
import { emptyNetwork } from './network.ts'
import { RunningNetwork } from './running.ts'

/** How likely it is that seat 0 wins, from 0 to 1; a tie counts as a half. */
export type Evaluation = (state: MatchState) => number

/** A network as it is stored. A feature that is not named does not count. */
export interface StoredNetwork {
  /**
   * By what the logit is multiplied. Self-play with styles and random actions is harder to predict than games of players
   * who play as well as they can: without this, probabilities would be too near to a half.
   */
  confidence: number
  output: readonly number[]
  /** By the name of the feature: its direct weight, then its weights of `hidden` in `Network`. */
  features: Readonly<Record<string, readonly number[]>>
}

/** What was learned, as it is stored, by kind of game. */
export interface Weights {
  kinds: Record<string, StoredNetwork>
}

/** The value of a match that has ended; null while it has not. */
export const valueOfResult = ({ result }: MatchState): number | null =>
  result && (result.winner === null ? 0.5 : 1 - result.winner)

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** An evaluation by a network. */
export function networkEvaluation(network: Network): Evaluation {
  const running = new RunningNetwork(network)
  return (state) => {
    const ended = valueOfResult(state)
    if (ended !== null) return ended
    featuresOf(state, running.next)
    return logistic(running.judge())
  }
}

/**
 * The evaluation of a kind of game.
 * @throws Error if there are no weights of that kind.
 */
export const evaluationOf = (weights: Weights, kind: GameKind): Evaluation =>
  networkEvaluation(networkOf(weights, kind))

/**
 * The network of a kind of game, as confident as it is calibrated.
 * @throws Error if there are no weights of that kind.
 */
export function networkOf({ kinds }: Weights, kind: GameKind): Network {
  const stored = kinds[kind]
  if (!stored) throw new Error(`there are no weights for ${kind}`)
  const network = emptyNetwork(stored.output.length)
  network.output.set(stored.output.map((weight) => weight * stored.confidence))
  for (const [index, name] of FEATURES.entries()) {
    const [direct, ...hidden] = stored.features[name] ?? []
    if (direct === undefined) continue
    network.direct[index] = direct * stored.confidence
    network.hidden.set(hidden, index * 2 * network.units)
  }
  return network
}
