import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import type { ChatLine } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Archive } from './archive.ts'
import { isUnavailable } from '../database/index.ts'
import { finishedGame } from './finished.ts'
import type { FinishedGame } from './finished.ts'

/** Carries ended matches from the live store into the archive. */
export interface Outbox {
  /** A match has ended: look now. */
  nudge(): void
  /** Resolves when the work in hand is done; what is left waits for another node, or for the next start. */
  stop(): Promise<void>
}

export interface OutboxParts {
  live: Pick<LiveStore, 'claimEnded' | 'load' | 'chat' | 'markArchived'>
  archive: Pick<Archive, 'store' | 'ping'>
  log: Logger
  /** How a record, and what its players said, become a game. */
  toGame?: (record: MatchRecord, chat: ChatLine[]) => FinishedGame
  times?: Partial<OutboxTimes>
}

/** In ms. */
export interface OutboxTimes {
  /** Between looks, when nobody nudges: finds what another node left behind. */
  sweep: number
  /** For how long nobody else takes up what this node is at. */
  lease: number
  /** After a failure: the first wait and the longest; each is twice the one before. */
  backoff: number
  maxBackoff: number
}

const TIMES: OutboxTimes = { sweep: 5000, lease: 60_000, backoff: 500, maxBackoff: 30_000 }
const BATCH = 20

/**
 * Starts the work. Every ended match is stored before it is marked as archived, and storing twice is storing once: whatever dies in
 * between, a game is neither lost nor doubled. Any number of nodes may do this at once.
 */
export function startOutbox({ live, archive, log, toGame = finishedGame, times }: OutboxParts): Outbox {
  const { sweep, lease, backoff, maxBackoff } = { ...TIMES, ...times }
  let stopped = false
  let nudged = false
  let napping = false
  let alarm = new AbortController()
  /** Claimed and not yet done. */
  let inHand: string[] = []
  let leasedUntil = 0

  /** Waits until stopped; for a nap, until nudged. */
  const pause = async (ms: number, nap: boolean): Promise<void> => {
    if (stopped || (nap && nudged)) return
    alarm = new AbortController()
    napping = nap
    await delay(ms, undefined, { signal: alarm.signal, ref: false }).catch(() => undefined)
    napping = false
  }

  const store = async (match: string): Promise<void> => {
    const record = await live.load(match)
    if (!record) throw new Error('the live store has no record of it')
    const result = await archive.store(toGame(record, await live.chat(match, 'players')))
    await live.markArchived(match)
    log.info({ match, result }, 'game in the history')
  }

  /** Looks once. Returns whether there may be more; rejects while one of the stores does not answer. */
  const look = async (): Promise<boolean> => {
    if (inHand.length === 0 || performance.now() >= leasedUntil) {
      leasedUntil = performance.now() + lease
      inHand = await live.claimEnded(BATCH, lease)
    }
    const full = inHand.length === BATCH
    for (let match = inHand[0]; match !== undefined; match = inHand[0]) {
      try {
        await store(match)
      } catch (error) {
        if (isUnavailable(error)) throw error
        // Something is wrong with this one: the others must not wait for it. It is tried again when its lease is over.
        log.error({ match, err: error }, 'an ended match could not be stored')
      }
      inHand.shift()
    }
    return full
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopped) {
      nudged = false
      try {
        // While the archive is away nothing more is claimed: a claim would only keep others from it.
        if (failures > 0) await archive.ping()
        let more = await look()
        if (failures > 0) {
          log.info('ended matches are being stored again')
          failures = 0
          // What ended in the meantime has not been claimed yet.
          more = true
        }
        if (!more) await pause(sweep, true)
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error }, 'ended matches wait: a store does not answer')
        await pause(Math.min(backoff * 2 ** (failures - 1), maxBackoff) * (0.5 + Math.random() / 2), false)
      }
    }
  }

  const running = run()
  return {
    nudge() {
      nudged = true
      if (napping) alarm.abort()
    },
    async stop() {
      stopped = true
      alarm.abort()
      await running
    },
  }
}
