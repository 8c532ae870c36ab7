import type { Evaluation, Judgement, Move } from '../bots/index.ts'
import { analyse } from '../bots/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { beginningOf, foldRecord, transitions } from '../record/index.ts'
import type { Action } from '../rules/index.ts'

const THOROUGHNESS = { samples: 240, alternatives: 3 } as const

/** Some of an analysis. */
export interface Slice {
  judgements: Judgement[]
  /** How many actions of the match are done now. */
  done: number
}

/** How many actions a match has. */
export const actionsIn = ({ entries }: MatchRecord): number => entries.filter(({ body }) => body.type === 'act').length

/**
 * Judges the decisions of a finished match that had a choice, in order: at least one action, and more until the time is
 * over. The same record gives the same judgements, in whatever slices.
 * @param evaluate of the kind of game of the record.
 * @param from how many actions of the match are done.
 * @param isOver whether the time is over; asked after each action.
 * @throws CodedError `other-rules`; RuleViolation and Error if the log is not legal.
 */
export function judge(record: MatchRecord, evaluate: Evaluation, from: number, isOver: () => boolean): Slice {
  const judgements: Judgement[] = []
  let done = from
  const seed = record.header.id
  const { options } = foldRecord(record, 1).state!
  const scope = { ...THOROUGHNESS, from: from + (record.header.opening?.length ?? 0), seed }
  for (const judgement of analyse(options, movesOf(record), evaluate, scope)) {
    if (judgement) judgements.push(judgement)
    done++
    if (isOver()) break
  }
  return { judgements, done }
}

/** The actions of a record, each with what it did; at first those that were done before the match began. */
export function* movesOf(record: MatchRecord): Generator<Move> {
  for (const { entry, before, after, events } of transitions(record)) {
    const { version } = before
    const { body } = entry
    if (body.type === 'join') {
      for (const { action, ...move } of beginningOf(after).moves) yield { version, action: action as Action, ...move }
    } else if (body.type === 'act') {
      yield { version, before: before.state!, action: body.action as Action, after: after.state!, events }
    }
  }
}
