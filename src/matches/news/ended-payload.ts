import type { Ended } from '../../protocol/index.ts'
import type { Fold } from '../../record/index.ts'
import { shownSeed, wireOutcome, wireScores } from '../../record/index.ts'

/** The payload of `match:ended`, the same for every viewer; null while the match goes on. */
export function endedPayload(fold: Fold): Ended | null {
  const { header, version, outcome } = fold
  if (!outcome) return null
  const scores = wireScores(fold)
  return {
    match: header.id,
    version,
    outcome: wireOutcome(outcome),
    ...(scores && { scores }),
    seed: shownSeed(header) ?? '',
  }
}
