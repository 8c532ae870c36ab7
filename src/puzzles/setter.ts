import type { Logger } from 'pino'
import { isSame, pooled } from '../bots/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { foldRecord, kindOf } from '../record/index.ts'
import type { Backoff } from '../time/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { Candidates, Claim, SetPuzzle } from './candidates.ts'
import { MOST_ATTEMPTS } from './candidates.ts'
import { isClear, leadOf } from './leads.ts'
import { themesOf } from './themes.ts'
import type { Searches } from './weigh.ts'
import { SEARCHES } from './weigh.ts'
import type { Weigher } from './weigher.ts'

/** In ms. */
export interface SetterTimes {
  /** Between two looks for work. */
  poll: number
  /** For how long no other node can claim what this node has claimed or renewed. */
  lease: number
  /** Between two attempts while the database does not answer. */
  retry: Backoff
}

export const SETTER_TIMES: SetterTimes = { poll: 5_000, lease: 60_000, retry: { first: 1_000, longest: 30_000 } }

export interface SetterParts {
  candidates: Candidates
  /** The record of a stored game; null if none has this id. */
  recordOf: (game: string) => Promise<MatchRecord | null>
  weigher: Weigher
  times: SetterTimes
  log: Logger
}

/**
 * Makes puzzles of decisions, one at a time and only while the threads have nothing else to do; every node does this. What
 * it has in hand when something else comes is given back: what it has found of it is retained, for when it gets it again.
 */
export function startSetter({ candidates, recordOf, weigher, times, log }: SetterParts): BackgroundWork {
  /** The candidate in hand, or the last one, and what was found of it. */
  let hand: { key: string; found: Searches } | null = null

  const workOn = async (claimed: Claim): Promise<boolean> => {
    const { game, version } = claimed
    // The nodes that claimed it before have all failed.
    const record = claimed.attempts > MOST_ATTEMPTS ? null : await recordOf(game)
    if (!record) {
      await candidates.finish(claimed, null)
      return true
    }
    const key = `${game} ${version}`
    if (hand?.key !== key) hand = { key, found: [] }
    const { found } = hand
    try {
      while (found.length < SEARCHES) {
        work.stopping.throwIfAborted()
        if (!weigher.isIdle()) {
          await candidates.release(claimed)
          return false
        }
        found.push(...(await weigher.weigh(record, version, found.length, { owner: game, signal: work.stopping })))
        if (!(await candidates.renew(claimed, times.lease))) return true
      }
    } catch (error) {
      if (!work.stopping.aborted) throw error
      await candidates.release(claimed)
      return false
    }
    await candidates.finish(claimed, puzzleOf(record, claimed, found))
    return true
  }

  const work = new BackgroundWork({
    round: async () => {
      if (!weigher.isIdle()) return false
      const sought = await candidates.seek()
      const claimed = await candidates.claim(times.lease)
      if (claimed) return workOn(claimed)
      return sought > 0
    },
    everyMs: times.poll,
    retry: times.retry,
    failed: (error) => {
      if (!isUnavailable(error)) log.error({ err: error, candidate: hand?.key }, 'a puzzle could not be made')
    },
  })
  return work
}

/** The puzzle that a candidate is by all searches; null if another action is the best one, or it no longer leads clearly. */
export function puzzleOf(
  record: MatchRecord,
  { version, best }: Pick<Claim, 'version' | 'best'>,
  found: Searches,
): SetPuzzle | null {
  const chances = pooled(found)
  if (!isSame(chances[0]!.action, best) || !isClear(leadOf(chances))) return null
  const { state, header } = foldRecord(record, version)
  return {
    seat: state!.toAct!,
    kind: kindOf(header),
    rules: header.rules,
    themes: themesOf(state!, best),
    chances,
  }
}
