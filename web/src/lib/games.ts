import type { GameKind, Pool } from '@curia/client'
import { t, tOr } from './i18n.svelte.ts'
import { titled } from './words.ts'

// Kinds of game and time controls in words. Those that are newer than the page are shown by their ids.

/** The kinds of game that the page knows. */
export const KINDS: readonly GameKind[] = ['base', 'agora', 'pantheon', 'agora-pantheon']

/** The clocks that the page knows. Without one nobody is found in the queue. */
export const CLOCKS: readonly (Pool['clock'] | 'none')[] = [
  'blitz',
  'standard',
  'slow',
  'correspondence-1',
  'correspondence-3',
  'correspondence-7',
  'none',
]

/** How a game that is in the history can have ended. */
export const ENDINGS = [
  'military',
  'science',
  'politics',
  'civilian',
  'tie',
  'resignation',
  'time',
  'absence',
  'agreement',
] as const

export const kindName = (kind: string): string => tOr(`game.${kind}`, titled(kind))
export const clockName = (clock: string): string => tOr(`clock.${clock}`, titled(clock))
/** Where several stand in a row: minutes and seconds, or days, alone. */
export const clockShort = (clock: string): string => tOr(`clock.short.${clock}`, titled(clock))

/** Who did not win a game, for the reader: `me`, or the name of another player. */
export interface Loser {
  who: 'me' | 'them'
  name: string
}

/** By what a game ended; with whoever did not win, where that is told of one game. */
export const resultName = (by: string, loser?: Loser): string =>
  tOr(`result.${by}`, titled(by), { who: loser?.who ?? 'other', name: loser?.name ?? '' })

/** Whether the points have decided a game: at every other end, whoever has more of them may have lost. */
export const isByPoints = (by: string | undefined): boolean => by === 'civilian' || by === 'tie'

/** The pools of ratings of each kind of game. */
const RATING_POOLS = ['correspondence', 'bots', 'engines', 'real-time'] as const

type RatingPool = (typeof RATING_POOLS)[number]

/** The kind of game and the pool of `base-real-time` and the like. */
export function partsOfRatingKind(kind: string): { game: string; pool: RatingPool } {
  const pool = RATING_POOLS.find((one) => kind.endsWith(`-${one}`)) ?? 'real-time'
  return { game: kind.slice(0, kind.length - pool.length - 1), pool }
}

export const poolName = (pool: RatingPool): string => t(`pace.${pool}`)

export function ratingKindName(kind: string): string {
  const { game, pool } = partsOfRatingKind(kind)
  return `${kindName(game)} · ${poolName(pool)}`
}
