import { CodedError } from '../protocol/index.ts'
import type { PlayerRef, Replay, ViewAnswer } from '../protocol/index.ts'
import { foldRecord, momentOf, snapshot, termsOf, viewerOf, viewerSteps, wholeReplay } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Feed } from './feed.ts'

/** That somebody may see a match: a private one is for its players while it lives, and for who has its code. @throws CodedError `code-needed`. */
export function requireAdmitted(fold: Fold, player: PlayerRef | null, code?: string): void {
  const { header, outcome } = fold
  if (outcome || termsOf(header).visibility === 'public' || code === header.code) return
  if (viewerOf(fold, player?.id ?? null) === 'spectator') throw new CodedError('code-needed')
}

/**
 * What a player, or a spectator without a name (null), sees `now` (the store's time); with what he missed after a version, if he
 * names one.
 */
export function viewAnswer(feed: Feed, player: PlayerRef | null, now: number, sinceVersion?: number): ViewAnswer {
  const viewer = viewerOf(feed.fold, player?.id ?? null)
  const answer = { version: feed.version, snapshot: feed.position.snapshot(viewer), now }
  if (sinceVersion === undefined) return answer
  return { ...answer, missed: sinceVersion === feed.version ? [] : viewerSteps(feed.record, viewer, sinceVersion) }
}

/** Makes sure that the match has a version. @throws CodedError `unknown-version`, `unknown-match`, `unavailable`. */
export async function requireKnown(feed: Feed, version: number): Promise<void> {
  // Another node may have committed it a moment ago.
  if (version > feed.version) await feed.catchUp()
  if (version > feed.version) throw new CodedError('unknown-version', undefined, { version: feed.version })
}

/** As whom a player may look: as himself while the match lives, as anybody after. @throws CodedError `not-your-match`. */
function allowedViewer(feed: Feed, player: PlayerRef | null, wanted?: Viewer): Viewer {
  const own = viewerOf(feed.fold, player?.id ?? null)
  if (wanted === undefined || wanted === own || feed.fold.outcome) return wanted ?? own
  throw new CodedError('not-your-match')
}

/** The match at a version, as it was seen. @throws CodedError `not-your-match`, `unknown-version`, `unknown-match`, `unavailable`. */
export async function positionAnswer(
  feed: Feed,
  player: PlayerRef | null,
  version: number,
  wanted?: Viewer,
): Promise<ViewAnswer> {
  await requireKnown(feed, version)
  const viewer = allowedViewer(feed, player, wanted)
  return { version, snapshot: snapshot(foldRecord(feed.record, version), viewer), now: momentOf(feed.record, version) }
}

/** While the match lives, what the caller could see happen; then all of it, every event as it was. */
export function replayAnswer(feed: Feed, player: PlayerRef | null): Replay {
  const { fold, record } = feed
  if (fold.outcome) return wholeReplay(record)
  const viewer = viewerOf(fold, player?.id ?? null)
  // Version 1 is where both have sat down and the board is laid out.
  const first = Math.min(1, fold.version)
  return {
    complete: false,
    match: feed.match,
    first: snapshot(foldRecord(record, first), viewer),
    steps: viewerSteps(record, viewer, first),
  }
}
