import type { StatisticsPool, StatisticsQuery } from '@curia/client'
import { clockName, CLOCKS } from './games.ts'
import { numberOf, t } from './i18n.svelte.ts'

/** Of which games statistics are shown. An empty pool or rating stands for all. */
export interface Filters {
  who: 'all' | 'people' | 'bots'
  since: 'always' | 'month'
  pool: StatisticsPool | ''
  /** The lower bound of a band of ratings. */
  rating: number | ''
}

export const ALL_GAMES: Filters = { who: 'all', since: 'always', pool: '', rating: '' }

const MONTH_MS = 30 * 86_400_000
/** The server counts the ratings of so many points together. */
const BAND = 100
/** Bands around 1500, where players begin. Few games are played far from it. */
export const BANDS: readonly number[] = Array.from({ length: 11 }, (_, n) => 1000 + n * BAND)

const RATED = { rated: 'rated', casual: 'casual', engines: 'pace.engines' } as const

/** All pools with their names. Games without a clock are not rated. */
export const poolsWithNames = (): { pool: StatisticsPool; name: string }[] =>
  CLOCKS.flatMap((clock) =>
    (clock === 'none' ? (['casual'] as const) : (['rated', 'casual', 'engines'] as const)).map((kind) => ({
      pool: `${clock}.${kind}` as const,
      name: `${clockName(clock)} · ${t(RATED[kind])}`,
    })),
  )

export const bandName = (from: number): string => `${numberOf(from)}–${numberOf(from + BAND - 1)}`

/** Only rated games have ratings. */
export const hasRatings = ({ pool }: Filters): boolean => !pool.endsWith('.casual')

/** @param now the time of the server (ms). */
export const queryOf = ({ who, since, pool, rating }: Filters, now: number): StatisticsQuery => ({
  ...(who !== 'all' && { bots: who === 'bots' }),
  ...(since === 'month' && { since: new Date(now - MONTH_MS).toISOString().slice(0, 10) }),
  ...(pool !== '' && { pool }),
  ...(rating !== '' && { rating }),
})
