import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { isSealed, termsOf, viewerOf } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'

/** Who asks to see a match, and when. */
export interface Visitor {
  /** Null: someone without a name. */
  player: PlayerRef | null
  /** The code of a private match, for spectators. */
  code?: string | undefined
  /** The time by the store (ms since 1970). */
  now: number
}

/**
 * Requires that someone may see a match. While a private match goes on, it is shown to its players and to spectators
 * who have its code. While it is on a sealed deal of the day, it is shown to its players alone.
 * @throws CodedError `code-needed`; `sealed`.
 */
export function requireAdmitted(fold: Fold, { player, code, now }: Visitor): void {
  const { sealedUntil: until } = fold.header
  if (ownViewer(fold, player) === 'spectator' && isSealed(fold.header, now)) {
    throw new CodedError('sealed', undefined, { until })
  }
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
