import { movesOf } from '../analysis/index.ts'
import type { Considered, Evaluation } from '../bots/index.ts'
import { weigh as searchesOf } from '../bots/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { foldRecord } from '../record/index.ts'

/** A candidate is judged by so many searches, each with so many worlds: 4,000 in all. */
export const SEARCHES = 16
const WORLDS = 250

/** What some of the searches of a decision found of all its legal actions. */
export type Searches = Considered[][]

/**
 * Searches the decision of a finished match at a version: at least once, and again until the time is over or all searches
 * are done. The same record gives the same searches, in whatever slices.
 * @param evaluate of the kind of game of the record.
 * @param from how many searches are done.
 * @param isOver whether the time is over; asked after each search.
 * @throws CodedError `other-rules`; RuleViolation and Error if the log is not legal, or nobody decides at the version.
 */
export function weigh(
  record: MatchRecord,
  version: number,
  evaluate: Evaluation,
  from: number,
  isOver: () => boolean,
): Searches {
  const { state } = foldRecord(record, version)
  const seat = state?.toAct ?? null
  if (!state || seat === null) throw new Error(`nobody decides at version ${version}`)
  const found: Searches = []
  const how = { version, seat, samples: WORLDS, from, seed: record.header.id }
  for (const search of searchesOf(state.options, movesOf(record), evaluate, how)) {
    found.push(search)
    if (from + found.length >= SEARCHES || isOver()) break
  }
  return found
}
