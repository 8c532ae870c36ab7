import { Knowledge } from '../../src/bots/index.ts'
import type { MatchState, MatchView, Seat } from '../../src/rules/index.ts'
import { redact, view } from '../../src/rules/index.ts'
import type { BoxName } from '../rules/support/boxes.ts'
import type { History } from '../rules/support/history.ts'

export const BOX_NAMES: readonly BoxName[] = ['base', 'agora', 'pantheon', 'agora-pantheon']
export const SEATS: readonly Seat[] = [0, 1]

/** A value as it comes over the wire. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** What a seat sees and knows at a version. */
export interface Seen {
  known: Knowledge
  seen: MatchView
  truth: MatchState
}

/** Follows a match as a seat, with its views and events alone: each version until the end. */
export function* watch({ options, states, events }: History, seat: Seat): Generator<Seen> {
  const first = sent(view(states[0]!, seat))
  const known = new Knowledge(options, seat, first)
  yield { known, seen: first, truth: states[0]! }
  for (const [index, caused] of events.entries()) {
    const truth = states[index + 1]!
    if (truth.result) return
    const seen = sent(view(truth, seat))
    known.observe(sent(caused.map((event) => redact(event, seat)!)), seen)
    yield { known, seen, truth }
  }
}

/** What a seat has seen and knows after some actions. */
export function seenAt(history: History, seat: Seat, moment: number): Seen {
  let version = 0
  for (const seen of watch(history, seat)) if (version++ === moment) return seen
  throw new Error('the match is shorter')
}
