import { generate } from 'json-merge-patch'
import type { Snapshot, Update, ViewerStep } from '../protocol/index.ts'
import { redact } from '../rules/index.ts'
import type { MatchEvent, Viewer } from '../rules/index.ts'
import { advance, openFold } from './fold.ts'
import { noticesOf } from './notices.ts'
import type { Entry, MatchRecord } from './types.ts'

/** What an entry meant to one viewer. */
export function viewerStep(entry: Entry, events: readonly MatchEvent[], viewer: Viewer): ViewerStep {
  const seen = events.map((event) => redact(event, viewer)).filter((event) => event !== null)
  return { version: entry.version, at: entry.at, events: [...noticesOf(entry.body), ...seen] }
}

/** What the entries after a version meant to one viewer. */
export function viewerSteps(record: MatchRecord, viewer: Viewer, afterVersion: number): ViewerStep[] {
  const steps: ViewerStep[] = []
  let fold = openFold(record.header, record.createdAt)
  for (const entry of record.entries) {
    const next = advance(fold, entry)
    fold = next.fold
    if (entry.version > afterVersion) steps.push(viewerStep(entry, next.events, viewer))
  }
  return steps
}

/** The message that takes a viewer from one snapshot to the next: a patch between what he could see and what he can see. */
export function updateOf(previous: Snapshot, next: Snapshot, step: ViewerStep): Update {
  return { match: next.match, ...step, patch: (generate(previous, next) ?? {}) as Update['patch'] }
}
