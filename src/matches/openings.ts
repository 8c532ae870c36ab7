import { readFileSync } from 'node:fs'
import type { DecisionKind, GameKind, GameOptions } from '../protocol/index.ts'
import type { Action } from '../rules/index.ts'

/** A deal, and what is done before a match with it begins. */
export interface Opening {
  kind: GameKind
  options: GameOptions
  seed: string
  opening: Action[]
}

/** Games by name, and by decision which of them leads to it, and after how many actions. */
export interface Openings {
  games: Readonly<Record<string, Opening>>
  before: Readonly<Record<DecisionKind, [game: string, actions: number]>>
}

/** Made by `npm run samples`; the same from `src/matches` and from `dist/matches`. */
const OPENINGS = new URL('../../assets/openings.json', import.meta.url)

let read: Openings | undefined

/** The opening after which a decision is to be made: that of the sample with its name. For test mode alone. */
export function openingOf(decision: DecisionKind): Opening {
  read ??= JSON.parse(readFileSync(OPENINGS, 'utf8')) as Openings
  const [game, actions] = read.before[decision]
  const { opening, ...deal } = read.games[game]!
  return { ...deal, opening: opening.slice(0, actions) }
}
