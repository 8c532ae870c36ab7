import type { GameKind, Puzzle } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { foldRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { view } from '../rules/index.ts'

/** What of a stored puzzle is told before the answer, next to what the seat saw. */
export interface StoredPuzzle {
  id: string
  kind: GameKind
  version: number
  seat: Seat
  rating: number
}

/**
 * A puzzle as it is shown before it is answered: what its seat saw at its version, by the redaction of every match.
 * Everything else of it is named here, so that nothing leads to the game.
 * @throws CodedError `other-rules`
 */
export function shownPuzzle(record: MatchRecord, { id, kind, version, seat, rating }: StoredPuzzle): Puzzle {
  return { id, kind, seat, rating, board: view(foldRecord(record, version).state!, seat) }
}
