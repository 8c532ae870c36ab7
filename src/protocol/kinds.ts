import { z } from 'zod'
import type { GameKind, Switches } from './game-kinds.ts'
import { GAME_KINDS } from './game-kinds.ts'
import { grows } from './grows.ts'

/** The ids of the kinds of game, in the order of their rows. */
export const GAME_KIND_IDS = Object.keys(GAME_KINDS) as GameKind[]

/** What a client gets that names no kind. */
export const DEFAULT_GAME_KIND = 'base' satisfies GameKind

export const gameKindSchema = z
  .enum(GAME_KIND_IDS)
  .describe(`The kind of game: ${GAME_KIND_IDS.map((id) => `\`${id}\` is ${GAME_KINDS[id].title}`).join(', ')}`)
  .meta(grows('GameKind'))

/** The names of all switches. */
export const SWITCHES = [
  ...new Set(GAME_KIND_IDS.flatMap((id) => Object.keys(GAME_KINDS[id].switches) as (keyof Switches)[])),
]

/** Names the switches that are on; also one of a later version, so that its games are not taken for another kind. */
const switchedOn = (options: object): string =>
  Object.entries(options)
    .filter(([, value]) => value === true)
    .map(([name]) => name)
    .sort()
    .join(' ')

const KIND_BY_SWITCHES = new Map(GAME_KIND_IDS.map((id) => [switchedOn(GAME_KINDS[id].switches), id]))

/**
 * The kind of game that some options of the rules stand for; null if no kind has these switches, as when a later version
 * of the server has one more. A missing switch is off: logs are older than some switches.
 */
export function findGameKind(options: Partial<Switches>): GameKind | null {
  return KIND_BY_SWITCHES.get(switchedOn(options)) ?? null
}

/** As `findGameKind`. @throws Error if no kind of game has these switches. */
export function gameKindOf(options: Partial<Switches>): GameKind {
  const kind = findGameKind(options)
  if (kind === null) throw new Error(`no kind of game has the options ${JSON.stringify(options)}`)
  return kind
}
