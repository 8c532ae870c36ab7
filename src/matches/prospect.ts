import type { Commit } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Clocks, EntryBody, Fold } from '../record/index.ts'
import { advance, deadlineOf, isGame, reductionOf } from '../record/index.ts'
import type { Reduction } from '../rules/index.ts'
import { RuleViolation } from '../rules/index.ts'
import { botTurnOf } from './bot-turns.ts'

/** What is known of an entry that would come next, before it is committed. */
export interface Prospect {
  /** What it follows. */
  fold: Fold
  body: EntryBody
  /** What it does by the rules, if they have a part in it: nothing of that depends on the time of the commit. */
  reduction: Reduction | null
  /** What the store must know: whether it ends the match, the deadline after it, and whether the server plays next. */
  terms: Pick<Commit, 'ends' | 'deadline' | 'botTurn'>
}

/** @throws CodedError `illegal-action` with the rules' own code as `details.rule`. */
export function prospectOf(fold: Fold, body: EntryBody): Prospect {
  try {
    const reduction = reductionOf(fold, body)
    return { fold, body, reduction, terms: termsOf(fold, body, reduction) }
  } catch (error) {
    if (error instanceof RuleViolation) throw new CodedError('illegal-action', error.message, { rule: error.code })
    throw error
  }
}

function termsOf(fold: Fold, body: EntryBody, reduction: Reduction | null): Prospect['terms'] {
  // The time of the commit is not known yet. Any time serves, except the one from which the running clock counts.
  const at = (fold.clocks?.since ?? 0) + 1
  const next = advance(fold, { version: fold.version + 1, at, body }, reduction).fold
  if (next.outcome) return { ends: isGame(next) ? 'game' : 'aborted' }
  return {
    ...(next.clocks && next.clocks !== fold.clocks && { deadline: deadlineAfter(next.clocks, fold.clocks) }),
    ...botTurnOf(next),
  }
}

/** The end of a running clock is known; that of a clock which starts depends on the time of the commit. */
function deadlineAfter(next: Clocks, before: Clocks | null): NonNullable<Commit['deadline']> {
  return next.since === before?.since ? { at: deadlineOf(next)! } : { after: next.remaining[next.running!] }
}
