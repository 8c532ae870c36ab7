import { generate } from 'json-merge-patch'
import type { Snapshot, Update, ViewerStep } from '../protocol/index.ts'
import { redact } from '../rules/index.ts'
import type { MatchEvent, Viewer } from '../rules/index.ts'
import { noticesOf } from './notices.ts'
import type { Entry } from './types.ts'

/** What an entry meant to one viewer. */
export function viewerStep(entry: Entry, events: readonly MatchEvent[], viewer: Viewer): ViewerStep {
  const seen = events.map((event) => redact(event, viewer)).filter((event) => event !== null)
  return { version: entry.version, at: entry.at, events: [...noticesOf(entry.body), ...seen] }
}

/** The message that takes a viewer from one snapshot to the next, by a patch between the two. */
export function updateOf(previous: Snapshot, next: Snapshot, step: ViewerStep): Update {
  return { match: next.match, ...step, patch: (generate(previous, next) ?? {}) as Update['patch'] }
}
