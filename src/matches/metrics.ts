import type { Figures } from '../metrics/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { kindOf } from '../record/index.ts'
import type { Matches } from './matches.ts'

/** Counts what this node does to matches as a whole, and those of which it has a replica. */
export function meterMatches(figures: Figures, matches: Matches): void {
  const count = (header: MatchHeader, event: 'created' | 'started' | 'ended' | 'aborted'): void =>
    figures.count('curia_matches_total', { kind: kindOf(header), event })
  matches.lifecycle.subscribe({
    created: (header) => count(header, 'created'),
    started: (header) => count(header, 'started'),
    ended: (header, _players, aborted) => count(header, aborted ? 'aborted' : 'ended'),
  })
  figures.show('curia_live_matches', () => Array.from(matches.known(), (labels) => [labels, 1] as const))
}
