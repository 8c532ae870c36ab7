import type { Ended, PublicRecord } from '../protocol/index.ts'
import { canonical } from '../protocol/index.ts'
import { FOLDED_VERSIONS, RULES_VERSION } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { brokenLinks, logHashes } from './links.ts'
import { isSeatedRightly, seatingOf } from './seating.ts'
import { hashSeed } from './seed.ts'
import { isPlacedRightly } from './series.ts'
import { wireOutcome, wireScores } from './snapshot.ts'
import { foldRecord } from './transitions.ts'
import { foldable } from './whole.ts'

const LINKS = 'every entry is followed by its hash'

/** What someone claims of a finished game, besides its record. */
export type Claims = Partial<Pick<Ended, 'outcome' | 'scores'>>

/** One check and its result. */
export interface Check {
  what: string
  ok: boolean
  /** What was found instead, if the check failed. */
  found?: string
}

/**
 * Checks a finished game against itself: that its seed has the hash that was shown before the first action, that the
 * deal and the log give a whole legal game, and that the game ended as claimed. Deal and fold are computed again by this
 * version of the rules; the first check says whether the game was dealt by the same version.
 * @param seen hashes of the log that were shown during the match: each must be one that the log gives.
 */
export function verifyRecord(record: PublicRecord, claims: Claims = {}, seen: readonly string[] = []): Check[] {
  const { header } = record
  const checks: Check[] = []
  const check = (what: string, found: unknown, expected: unknown): void => {
    const ok = canonical(found) === canonical(expected)
    checks.push(ok ? { what, ok } : { what, ok, found: `${canonical(found)} instead of ${canonical(expected)}` })
  }

  const rules = FOLDED_VERSIONS.includes(header.rules) ? header.rules : RULES_VERSION
  check('the rules are those the game was dealt by', header.rules, rules)
  check('the seed has the hash that was shown before the first action', hashSeed(header.seed), header.seedHash)

  const seating = seatingOf(record)
  if (seating) {
    const what = 'what decided who begins gives these seats'
    checks.push({ what, ok: isSeatedRightly(header.seed, seating) })
  }

  if (header.series) {
    checks.push({ what: 'the match has its place in the series', ok: isPlacedRightly(header) })
  }

  const links = brokenLinks(record)
  const changed = links.map(({ found }) => found).join('; ')
  checks.push({ what: LINKS, ok: links.length === 0, ...(links.length > 0 && { found: changed }) })
  const hashes = new Set(seen.length > 0 ? logHashes(record) : [])
  for (const hash of seen) check(`the hash ${hash}, which was shown, is one of the log`, hashes.has(hash), true)

  let fold: Fold
  try {
    fold = foldRecord(foldable(record))
  } catch (error) {
    checks.push({ what: 'every entry of the log is legal after the ones before', ok: false, found: String(error) })
    return checks
  }
  checks.push({ what: 'every entry of the log is legal after the ones before', ok: true })
  check('the log ends the game', fold.outcome !== null, true)
  if (!fold.outcome) return checks
  const { outcome, scores } = claims
  if (outcome) check('the outcome is the one that the log gives', outcome, wireOutcome(fold.outcome))
  if (scores) check('the scores are those that the log gives', scores, wireScores(fold))
  return checks
}
