import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { Judgement } from '../bots/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { BackgroundWork, onAbort } from '../time/index.ts'
import type { Backoff } from '../time/index.ts'
import { actionsIn } from './judge.ts'
import { MOST_ATTEMPTS } from './jobs.ts'
import type { AnalysisJobs, Claim } from './jobs.ts'
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
  times: AnalysisTimes
  log: Logger
}

/** Works on the analyses that wait, one at a time; every node runs one. */
export class Analyst {
  readonly #parts: AnalystParts
  readonly #claims: BackgroundWork
  /** What this node works on, or worked on last. */
  #claimed: Claim | null = null

  constructor(parts: AnalystParts) {
    const { times, log } = parts
    this.#parts = parts
    this.#claims = new BackgroundWork({
      round: () => this.#workOnNext(),
      everyMs: times.poll,
      retry: times.retry,
      failed: (error) => {
        if (!isUnavailable(error)) log.error({ err: error, game: this.#claimed?.game }, 'an analysis failed')
      },
    })
  }

  /** An analysis waits. */
  notify(): void {
    this.#claims.notify()
  }

  /** Gives back what is in hand, so that another node can go on with it. */
  stop(): Promise<void> {
    return this.#claims.stop()
  }

  /** Resolves with whether an analysis waited. */
  async #workOnNext(): Promise<boolean> {
    const { jobs, times } = this.#parts
    // If this fails, no game is at fault.
    this.#claimed = null
    this.#claimed = await jobs.claim(times.lease)
    if (this.#claimed) await this.#work(this.#claimed)
    return this.#claimed !== null
  }

  async #work(claimed: Claim): Promise<void> {
    const { jobs, recordOf } = this.#parts
    // The nodes that claimed it before have all failed, or ended meanwhile.
    if (claimed.attempts > MOST_ATTEMPTS) return jobs.finish(claimed, null)
    const record = await recordOf(claimed.game)
    if (!record) return
    const decisions = await this.#think(claimed, record)
    if (decisions) await jobs.finish(claimed, decisions)
  }

  /** What the thinker finds; null if the node stops, or another one has claimed the analysis. */
  async #think(claimed: Claim, record: MatchRecord): Promise<Judgement[] | null> {
    const { jobs, thinker, times, log } = this.#parts
    const ending = new AbortController()
    const { signal } = ending
    const stop = onAbort(this.#claims.stopping, () => ending.abort())
    const judgements: Judgement[] = []
    const actions = actionsIn(record)
    let done = 0
    const renewals = new BackgroundWork({
      round: async () => {
        if (!(await jobs.renew(claimed, done / actions, times.lease))) ending.abort()
      },
      everyMs: times.renew,
      failed: (error) => {
        if (!isUnavailable(error)) log.error({ err: error, game: claimed.game }, 'a lease could not be renewed')
      },
    })
    try {
      while (done < actions) {
        signal.throwIfAborted()
        const slice = await thinker.judge(record, done, { owner: claimed.askedBy, signal })
        judgements.push(...slice.judgements)
        done = slice.done
      }
      return judgements
    } catch (error) {
      if (this.#claims.stopping.aborted) await jobs.release(claimed)
      if (signal.aborted) return null
      throw error
    } finally {
      stop()
      await renewals.stop()
    }
  }
}
