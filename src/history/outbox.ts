import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { ChatLine } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { backoff, pause } from '../time/index.ts'
import type { Backoff } from '../time/index.ts'
import type { Archive } from './archive.ts'
import { finishedGame } from './finished.ts'
import type { FinishedGame } from './finished.ts'

/** Moves ended matches from the live store into the archive. */
export interface Outbox {
  /** A match has ended: the outbox polls the live store now. */
  notify(): void
  /** Resolves when the match in work is stored. The others wait for another node or for the next start. */
  stop(): Promise<void>
}

export interface OutboxParts {
  live: Pick<LiveStore, 'claimEnded' | 'load' | 'chat' | 'markArchived'>
  archive: Pick<Archive, 'store' | 'ping'>
  log: Logger
  /** Makes a game of a record and the chat of its players. */
  toGame?: (record: MatchRecord, chat: ChatLine[]) => FinishedGame
  times?: Partial<OutboxTimes>
}

/** In ms. */
export interface OutboxTimes {
  /** Between two polls without a notification: they find the matches that another node has left behind. */
  poll: number
  /** For how long no other node can claim a match that this node has claimed. */
  lease: number
  /** Between a failure and the next attempt. */
  retry: Backoff
}

const TIMES: OutboxTimes = { poll: 5000, lease: 60_000, retry: { first: 500, longest: 30_000 } }
const BATCH = 20

/**
 * Starts an outbox. A match is marked as archived after its game is stored, and storing a game twice is the same as
 * storing it once: a failure in between neither loses nor doubles a game. Any number of nodes may run an outbox.
 */
export function startOutbox({ live, archive, log, toGame = finishedGame, times }: OutboxParts): Outbox {
  const { poll: pollMs, lease, retry } = { ...TIMES, ...times }
  let stopped = false
  let notified = false
  let idle = false
  let waiting = new AbortController()
  /** Matches that are claimed and not stored yet. */
  let claimed: string[] = []
  let leasedUntil = 0

  /** Waits until the outbox is stopped; while it is idle, a notification ends the wait as well. */
  const wait = async (ms: number, whileIdle: boolean): Promise<void> => {
    if (stopped || (whileIdle && notified)) return
    waiting = new AbortController()
    idle = whileIdle
    await pause(ms, waiting.signal)
    idle = false
  }

  const store = async (match: string): Promise<void> => {
    const record = await live.load(match)
    if (!record) throw new Error('the live store has no record of the match')
    const result = await archive.store(toGame(record, await live.chat(match, 'players')))
    await live.markArchived(match)
    log.info({ match, result }, 'a game was stored in the history')
  }

  /** Returns whether there may be more matches. Rejects while one of the stores does not answer. */
  const poll = async (): Promise<boolean> => {
    if (claimed.length === 0 || performance.now() >= leasedUntil) {
      leasedUntil = performance.now() + lease
      claimed = await live.claimEnded(BATCH, lease)
    }
    const full = claimed.length === BATCH
    for (let match = claimed[0]; match !== undefined; match = claimed[0]) {
      try {
        await store(match)
      } catch (error) {
        if (isUnavailable(error)) throw error
        // This match is at fault: the others must not wait for it. It can be claimed again when its lease has expired.
        log.error({ match, err: error }, 'an ended match could not be stored')
      }
      claimed.shift()
    }
    return full
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopped) {
      notified = false
      try {
        // While the archive does not answer, this node claims nothing: a claim would only keep other nodes from the
        // match.
        if (failures > 0) await archive.ping()
        let more = await poll()
        if (failures > 0) {
          log.info('ended matches are being stored again')
          failures = 0
          // Matches that ended during the outage are not claimed yet.
          more = true
        }
        if (!more) await wait(pollMs, true)
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error }, 'ended matches cannot be stored: a store does not answer')
        await wait(backoff(failures, retry), false)
      }
    }
  }

  const running = run()
  return {
    notify() {
      notified = true
      if (idle) waiting.abort()
    },
    async stop() {
      stopped = true
      waiting.abort()
      await running
    },
  }
}
