import type { Network } from '../../../src/bots/index.ts'
import { FEATURES } from '../../../src/bots/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'

/** What a player likes: an addition to the direct weights of some features. */
type Liking = Readonly<Record<string, number>>

const NONE: Liking = {}
const LIKINGS: readonly Liking[] = [
  NONE,
  NONE,
  NONE,
  { symbols: 0.4, 'symbols-5': 0.4 },
  { symbols: 0.9, 'symbols-4': 0.5, 'symbols-5': 0.5, 'symbols-to-come': 0.2 },
  { pawn: 0.25 },
]
const OF_SENATE: Liking = { cubes: 0.1, chambers: 0.4 }

/** How a player of self-play evaluates. */
export interface Style {
  network: Network
  /** Whether they like nothing in particular: only then is what they judge true, as far as the network knows. */
  isPlain: boolean
}

/**
 * The styles of which each player of self-play draws one. Without them hardly any game shows what a strategy is worth that
 * the evaluation does not know yet, such as science, and how to meet it.
 */
export const stylesOf = (network: Network, { agora }: MatchOptions): Style[] =>
  [...LIKINGS, ...(agora ? [OF_SENATE] : [])].map((liking) => ({
    network: withLiking(network, liking),
    isPlain: liking === NONE,
  }))

function withLiking(network: Network, liking: Liking): Network {
  const direct = network.direct.slice()
  for (const [name, bonus] of Object.entries(liking)) direct[FEATURES.indexOf(name)]! += bonus
  return { ...network, direct }
}
