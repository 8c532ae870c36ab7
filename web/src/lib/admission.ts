import type { Admission, OpenTable, PlayerProfile, RatingRange } from '@curia/client'
import { isInRange, NEWCOMER_RATING, RATING_BOUNDS } from '../../../src/protocol/rating-range.ts'
import { SaidError } from './errors.ts'
import { numberOf, t } from './i18n.svelte.ts'

/** A range of ratings as somebody types it; null is no bound. */
export interface TypedRange {
  least: number | null
  most: number | null
}

/** Whom an open table admits, as its host types it. */
export interface TypedAdmission extends TypedRange {
  accounts: boolean
}

/**
 * The range of ratings that somebody has typed; undefined without a bound.
 * @throws SaidError if the least rating is greater than the greatest
 */
export function rangeOf({ least, most }: TypedRange): RatingRange | undefined {
  const bound = (rating: number): number =>
    Math.min(RATING_BOUNDS.rating.max, Math.max(RATING_BOUNDS.rating.min, rating))
  const range = {
    ...(typeof least === 'number' && { least: bound(least) }),
    ...(typeof most === 'number' && { most: bound(most) }),
  }
  if ((range.least ?? -Infinity) > (range.most ?? Infinity)) throw new SaidError(t('admits.wrong'))
  return Object.keys(range).length > 0 ? range : undefined
}

/**
 * Whom an open table is to admit; undefined: everybody. A match without a clock has no ratings.
 * @throws SaidError if the least rating is greater than the greatest
 */
export function admissionOf({ accounts, ...typed }: TypedAdmission, clock: string): Admission | undefined {
  const rating = clock === 'none' ? undefined : rangeOf(typed)
  return rating || accounts ? { ...(rating && { rating }), ...(accounts && { accounts }) } : undefined
}

/** What people read of a range of ratings. */
export function rangeText({ least, most }: RatingRange): string {
  const bound = most === undefined ? 'least' : least === undefined ? 'most' : 'both'
  return t('admits.rating', { bound, least: numberOf(least ?? 0), most: numberOf(most ?? 0) })
}

/** What people read of whom a table admits, in parts. */
export const admissionTexts = ({ rating, accounts }: Admission = {}): string[] => [
  ...(rating ? [rangeText(rating)] : []),
  ...(accounts ? [t('admits.only-accounts')] : []),
]

/** The rating of a person for the match of a table. */
export function ratingAt({ kind, terms, host }: OpenTable, ratings: PlayerProfile['ratings']): number {
  const pool = host.bot ? 'bots' : terms.clock.startsWith('correspondence') ? 'correspondence' : 'real-time'
  return ratings[`${kind}-${pool}` as keyof typeof ratings]?.rating ?? NEWCOMER_RATING
}

/** Whether a table admits someone with such ratings. */
export const isAdmitted = (table: OpenTable, ratings: PlayerProfile['ratings']): boolean =>
  isInRange(table.admits?.rating ?? {}, ratingAt(table, ratings))
