import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { Judgement } from '../bots/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { backoff, onAbort, Wakeups } from '../time/index.ts'
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
  readonly #wakeups = new Wakeups()
  readonly #running: Promise<void>

  constructor(parts: AnalystParts) {
    this.#parts = parts
    this.#running = this.#run()
  }

  /** An analysis waits. */
  notify(): void {
    this.#wakeups.notify()
  }

  /** Gives back what is in hand, so that another node can go on with it. */
  async stop(): Promise<void> {
    this.#wakeups.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    const { jobs, times, log } = this.#parts
    const { stopping } = this.#wakeups
    let failures = 0
    while (!stopping.aborted) {
      this.#wakeups.begin()
      let claimed: Claim | null = null
      try {
        claimed = await jobs.claim(times.lease)
        if (claimed) await this.#work(claimed)
        failures = 0
      } catch (error) {
        failures += 1
        if (!isUnavailable(error)) log.error({ err: error, game: claimed?.game }, 'an analysis failed')
      }
      if (claimed && failures === 0) continue
      await this.#wakeups.wait(failures > 0 ? backoff(failures, times.retry) : times.poll)
    }
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
    const stop = onAbort(this.#wakeups.stopping, () => ending.abort())
    const judgements: Judgement[] = []
    const actions = actionsIn(record)
    let done = 0
    const renewal = setInterval(() => {
      jobs.renew(claimed, done / actions, times.lease).then(
        (isOurs) => {
          if (!isOurs) ending.abort()
        },
        (error: unknown) => {
          if (!isUnavailable(error)) log.error({ err: error, game: claimed.game }, 'a lease could not be renewed')
        },
      )
    }, times.renew).unref()
    try {
      while (done < actions) {
        signal.throwIfAborted()
        const slice = await thinker.judge(record, done, { owner: claimed.askedBy, signal })
        judgements.push(...slice.judgements)
        done = slice.done
      }
      return judgements
    } catch (error) {
      if (this.#wakeups.stopping.aborted) await jobs.release(claimed)
      if (signal.aborted) return null
      throw error
    } finally {
      clearInterval(renewal)
      stop()
    }
  }
}
