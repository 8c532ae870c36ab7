import type { Figures } from '../metrics/index.ts'
import { kindOf } from '../record/index.ts'
import type { Matches } from './matches.ts'

/** Counts what this node does to matches as a whole, and those of which it has a replica. */
export function meterMatches(figures: Figures, matches: Matches): void {
  const count = figures.counter(
    'curia_matches_total', 'What this node did to matches as a whole: created, started, ended or aborted them',
  )
  matches.lifecycle.subscribe({
    created: (header) => count({ kind: kindOf(header), event: 'created' }),
    started: (header) => count({ kind: kindOf(header), event: 'started' }),
    ended: (header, _players, aborted) => count({ kind: kindOf(header), event: aborted ? 'aborted' : 'ended' }),
  })
  figures.gauge('curia_live_matches', 'Matches of which this node has a replica', () =>
    Array.from(matches.known(), (labels) => [labels, 1] as const),
  )
}
