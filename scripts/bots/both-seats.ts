import { Knowledge } from '../../src/bots/index.ts'
import type { MatchEvent, MatchOptions, MatchState } from '../../src/rules/index.ts'
import { redact, view } from '../../src/rules/index.ts'

/** What each seat knows at the first version of a match. */
export const knownAtStart = (options: MatchOptions, state: MatchState): readonly [Knowledge, Knowledge] => [
  new Knowledge(options, 0, view(state, 0)),
  new Knowledge(options, 1, view(state, 1)),
]

/** Each seat sees some events, and the state after them, as far as it may. */
export function showBoth(known: readonly Knowledge[], events: readonly MatchEvent[], after: MatchState): void {
  for (const knowledge of known) {
    const { seat } = knowledge
    knowledge.observe(
      events.map((event) => redact(event, seat)!),
      view(after, seat),
    )
  }
}
