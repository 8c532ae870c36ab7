import type { ViewerStep } from '../protocol/index.ts'
import type { MatchEvent, Viewer } from '../rules/index.ts'
import { redact } from '../rules/index.ts'
import { noticesOf } from './notices.ts'
import type { Entry } from './types.ts'

/** What an entry meant to one viewer. */
export function viewerStep(entry: Entry, events: readonly MatchEvent[], viewer: Viewer): ViewerStep {
  const seen = events.map((event) => redact(event, viewer)).filter((event) => event !== null)
  return { version: entry.version, at: entry.at, events: [...noticesOf(entry.body), ...seen] }
}
