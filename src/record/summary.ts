import type { ReportedMatch } from '../protocol/index.ts'
import type { Fold } from './fold.ts'
import { wireOutcome } from './snapshot.ts'
import { kindOf, termsOf } from './types.ts'

/** A match in a few words: who plays what, since when, and how it ended. Nothing in it is secret to anyone. */
export function summaryOf({ header, players, startedAt, endedAt, outcome }: Fold): Omit<ReportedMatch, 'chat'> {
  const [first, second] = players
  return {
    id: header.id,
    kind: kindOf(header),
    terms: termsOf(header),
    players: { ...(first && { 0: first }), ...(second && { 1: second }) },
    ...(startedAt !== null && { startedAt }),
    ...(endedAt !== null && { endedAt }),
    ...(outcome && { outcome: wireOutcome(outcome) }),
  }
}
