import type { Fold, MatchRecord } from '../../src/record/index.ts'
import { foldRecord } from '../../src/record/index.ts'

/** The match that a log gives; null if an entry is not legal after the ones before. */
export function folded(record: MatchRecord): Fold | null {
  try {
    return foldRecord(record)
  } catch {
    return null
  }
}
