import type { Commit } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import { advance, deadlineOf } from '../record/index.ts'
import type { Clocks, EntryBody, Fold } from '../record/index.ts'
import { RuleViolation } from '../rules/index.ts'

/**
 * What the store must know of an entry that would come next: whether it ends the match, and the deadline after it.
 * @throws CodedError `illegal-action` with the rules' own code as `details.rule`.
 */
export function prospectOf(fold: Fold, body: EntryBody): Pick<Commit, 'ends' | 'deadline'> {
  // The time of the commit is not known yet. Any time serves, except the one from which the running clock counts.
  const at = (fold.clocks?.since ?? 0) + 1
  let next: Fold
  try {
    next = advance(fold, { version: fold.version + 1, at, body }).fold
  } catch (error) {
    if (error instanceof RuleViolation) throw new CodedError('illegal-action', error.message, { rule: error.code })
    throw error
  }
  if (next.outcome) return { ends: next.outcome.by === 'aborted' ? 'aborted' : 'game' }
  return next.clocks && next.clocks !== fold.clocks ? { deadline: deadlineAfter(next.clocks, fold.clocks) } : {}
}

/** The end of a running clock is known; that of a clock which starts depends on the time of the commit. */
function deadlineAfter(next: Clocks, before: Clocks | null): NonNullable<Commit['deadline']> {
  return next.since === before?.since ? { at: deadlineOf(next)! } : { after: next.remaining[next.running!] }
}
