import type { Logger } from 'pino'
import type { Judgement } from '../bots/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Backoff } from '../time/index.ts'
import { BackgroundWork, onAbort } from '../time/index.ts'
import type { AnalysisJobs, Claim } from './jobs.ts'
import { MOST_ATTEMPTS } from './jobs.ts'
import { actionsIn } from './judge.ts'
import type { Thinker } from './thinker.ts'

/** In ms. */
export interface AnalysisTimes {
  /** Between two polls without a notification: they find what another node has left behind. */
  poll: number
  /** For how long no other node can claim what this node has claimed or renewed. */
  lease: number
  /** Between two renewals of a lease, which also store the progress. */
  renew: number
  /** Between two attempts while the database does not answer. */
  retry: Backoff
}

export const ANALYSIS_TIMES: AnalysisTimes = {
  poll: 5_000,
  lease: 30_000,
  renew: 2_000,
  retry: { first: 1_000, longest: 30_000 },
}

export interface AnalystParts {
  jobs: AnalysisJobs
  /** The record of a stored game; null if none has this id. */
  recordOf: (game: string) => Promise<MatchRecord | null>
  thinker: Thinker
  /** How many analyses that nobody has asked for all nodes together begin within an hour. */
  unaskedPerHour: number
  times: AnalysisTimes
  log: Logger
}

/**
 * Works on the analyses that wait, one at a time; every node does this. When it stops, it gives back what is in hand, so
 * that another node can go on with it. While nothing waits and the thinker is idle, it analyses rated games for which
 * nobody has asked; it gives such a one back, too, as soon as someone asks for another one.
 */
export function startAnalyst(parts: AnalystParts): BackgroundWork {
  const { jobs, recordOf, thinker, unaskedPerHour, times, log } = parts
  /** Unless the database does not answer, which others report. */
  const failed = (error: unknown, game: string | undefined, what: string): void => {
    if (!isUnavailable(error)) log.error({ err: error, game }, what)
  }
  /** The game in hand, or the last one. */
  let game: string | undefined
  /** Claimed while the node worked on a game for which nobody has asked. */
  let overtaking: Claim | null = null

  const claimNext = async (): Promise<Claim | null> => {
    const asked = await jobs.claim(times.lease)
    if (asked || unaskedPerHour === 0 || !thinker.isIdle()) return asked
    return (await jobs.claim(times.lease, { unasked: true })) ?? (await jobs.begin(times.lease, unaskedPerHour))
  }

  const workOn = async (claimed: Claim): Promise<void> => {
    // The nodes that claimed it before have all failed, or ended meanwhile.
    if (claimed.attempts > MOST_ATTEMPTS) return jobs.finish(claimed, null)
    const record = await recordOf(claimed.game)
    if (!record) return
    const decisions = await think(claimed, record)
    if (decisions) await jobs.finish(claimed, decisions)
  }

  /** What the thinker finds; null if it was given back, or another node has claimed the analysis. */
  const think = async (claimed: Claim, record: MatchRecord): Promise<Judgement[] | null> => {
    const ending = new AbortController()
    const { signal } = ending
    const stop = onAbort(work.stopping, () => ending.abort())
    const judgements: Judgement[] = []
    const actions = actionsIn(record)
    let done = 0
    const renewals = new BackgroundWork({
      round: async () => {
        if (!(await jobs.renew(claimed, done / actions, times.lease))) ending.abort()
      },
      everyMs: times.renew,
      failed: (error) => failed(error, claimed.game, 'a lease could not be renewed'),
    })
    try {
      while (done < actions) {
        signal.throwIfAborted()
        if (claimed.askedBy === null && (overtaking = await jobs.claim(times.lease))) {
          await jobs.release(claimed)
          return null
        }
        const slice = await thinker.judge(record, done, { owner: claimed.askedBy ?? claimed.game, signal })
        judgements.push(...slice.judgements)
        done = slice.done
      }
      return judgements
    } catch (error) {
      if (work.stopping.aborted) await jobs.release(claimed)
      if (signal.aborted) return null
      throw error
    } finally {
      stop()
      await renewals.stop()
    }
  }

  const work = new BackgroundWork({
    round: async () => {
      game = undefined
      const first = await claimNext()
      for (let claimed = first; claimed; claimed = overtaking) {
        overtaking = null
        game = claimed.game
        await workOn(claimed)
      }
      return first !== null || (await jobs.count()) > 0
    },
    everyMs: times.poll,
    retry: times.retry,
    failed: (error) => failed(error, game, 'an analysis failed'),
  })
  return work
}
