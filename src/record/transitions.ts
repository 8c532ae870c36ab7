import type { MatchEvent } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { advance, openFold } from './fold.ts'
import type { Entry, MatchRecord } from './types.ts'

/** What an entry did: the match before and after it, and the events of the rules. */
export interface Transition {
  entry: Entry
  before: Fold
  after: Fold
  events: MatchEvent[]
}

/**
 * Folds a log entry by entry.
 * @throws RuleViolation if an action is not legal; Error if an entry does not follow or does not fit the match.
 */
export function* transitions({ header, createdAt, entries }: MatchRecord): Generator<Transition> {
  let before = openFold(header, createdAt)
  for (const entry of entries) {
    const { fold: after, events } = advance(before, entry)
    yield { entry, before, after, events }
    before = after
  }
}

/** A whole log, what it has made of the match, and the events of the rules. */
export interface Folded {
  record: MatchRecord
  fold: Fold
  events: readonly MatchEvent[]
}

/** Folds a whole log. @throws like `transitions`. */
export function folded(record: MatchRecord): Folded {
  const events: MatchEvent[] = []
  let fold = openFold(record.header, record.createdAt)
  for (const transition of transitions(record)) {
    fold = transition.after
    events.push(...transition.events)
  }
  return { record, fold, events }
}

/** The match at a version, by default the last. @throws like `transitions`. */
export function foldRecord(record: MatchRecord, version = record.entries.length): Fold {
  let fold = openFold(record.header, record.createdAt)
  for (const { after } of transitions({ ...record, entries: record.entries.slice(0, version) })) fold = after
  return fold
}

/** When a record reached a version (ms since 1970). */
export const momentOf = ({ entries, createdAt }: MatchRecord, version: number): number =>
  entries[version - 1]?.at ?? createdAt
