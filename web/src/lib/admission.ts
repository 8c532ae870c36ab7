import type { Admission, OpenTable, PlayerProfile } from '@curia/client'
import { isInRange, NEWCOMER_RATING, RATING_BOUNDS } from '../../../src/protocol/rating-range.ts'
import { SaidError } from './errors.ts'
import { numberOf, t } from './i18n.svelte.ts'

/** Whom an open table admits, as its host types it; null is no bound. */
export interface TypedAdmission {
  least: number | null
  most: number | null
  accounts: boolean
}

/**
 * Whom an open table is to admit; undefined: everybody. A match without a clock has no ratings.
 * @throws SaidError if the least rating is greater than the greatest
 */
export function admissionOf({ least, most, accounts }: TypedAdmission, clock: string): Admission | undefined {
  const bound = (rating: number): number =>
    Math.min(RATING_BOUNDS.rating.max, Math.max(RATING_BOUNDS.rating.min, rating))
  const rating = clock !== 'none' && {
    ...(typeof least === 'number' && { least: bound(least) }),
    ...(typeof most === 'number' && { most: bound(most) }),
  }
  const hasRange = rating && Object.keys(rating).length > 0
  if (hasRange && (rating.least ?? -Infinity) > (rating.most ?? Infinity)) throw new SaidError(t('admits.wrong'))
  if (!hasRange && !accounts) return undefined
  return { ...(hasRange && { rating }), ...(accounts && { accounts }) }
}

/** What people read of it, in parts. */
export function admissionTexts({ rating, accounts }: Admission = {}): string[] {
  const { least, most } = rating ?? {}
  const bound = most === undefined ? 'least' : least === undefined ? 'most' : 'both'
  return [
    ...(rating ? [t('admits.rating', { bound, least: numberOf(least ?? 0), most: numberOf(most ?? 0) })] : []),
    ...(accounts ? [t('admits.only-accounts')] : []),
  ]
}

/** The rating of a person for the match of a table. */
export function ratingAt({ kind, terms, host }: OpenTable, ratings: PlayerProfile['ratings']): number {
  const pool = host.bot ? 'bots' : terms.clock.startsWith('correspondence') ? 'correspondence' : 'real-time'
  return ratings[`${kind}-${pool}` as keyof typeof ratings]?.rating ?? NEWCOMER_RATING
}

/** Whether a table admits someone with such ratings. */
export const isAdmitted = (table: OpenTable, ratings: PlayerProfile['ratings']): boolean =>
  isInRange(table.admits?.rating ?? {}, ratingAt(table, ratings))
