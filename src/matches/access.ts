import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { termsOf, viewerOf } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'

/**
 * Requires that someone may see a match. While a private match goes on, it is shown to its players and to spectators
 * who have its code.
 * @throws CodedError `code-needed`.
 */
export function requireAdmitted(fold: Fold, player: PlayerRef | null, code?: string): void {
  if (!fold.outcome) requireInvited(fold, player, code)
}

/**
 * Requires that someone may talk in a match. A private match stays private in that after its end, too.
 * @throws CodedError `code-needed`.
 */
export function requireInvited(fold: Fold, player: PlayerRef | null, code?: string): void {
  const { header } = fold
  if (termsOf(header).visibility === 'public' || code === header.code) return
  if (ownViewer(fold, player) === 'spectator') throw new CodedError('code-needed')
}

/** The viewer that a player is; a player without a seat, or without a name (null), is a spectator. */
export const ownViewer = (fold: Fold, player: PlayerRef | null): Viewer => viewerOf(fold, player?.id ?? null)

/**
 * The viewer that a player may be: their own while the match goes on, any after it.
 * @throws CodedError `not-your-match`.
 */
export function allowedViewer(fold: Fold, player: PlayerRef | null, wanted?: Viewer): Viewer {
  const own = ownViewer(fold, player)
  if (wanted === undefined || wanted === own || fold.outcome) return wanted ?? own
  throw new CodedError('not-your-match')
}
