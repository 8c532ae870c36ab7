import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { ChatLine } from '../protocol/index.ts'
import type { Folded, MatchHeader } from '../record/index.ts'
import { folded } from '../record/index.ts'
import type { Backoff } from '../time/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { Archive } from './archive.ts'
import type { FinishedGame } from './finished.ts'
import { finishedGameOf } from './finished.ts'

/** Moves ended matches from the live store into the archive. */
export interface Outbox {
  /** A match has ended: the outbox polls the live store now. */
  notify(): void
  /** Resolves when the matches in work are stored. The others wait for another node or for the next start. */
  stop(): Promise<void>
}

export interface OutboxParts {
  live: Pick<LiveStore, 'claimEnded' | 'load' | 'chat' | 'markArchived'>
  archive: Pick<Archive, 'store' | 'storeAll' | 'ping'>
  log: Logger
  /** An ended match that this node has folded already, if the store still has the same; null if it has to be read. */
  known?: (match: string) => Promise<Folded | null>
  /** Whether the other game of a pair has ended; until then nothing of the first one is stored. By default it has. */
  hasEnded?: (twin: string) => Promise<boolean>
  /** Creates the next game of a series, if a match that has ended has one. Repeated calls change nothing. */
  goOn?: (match: Folded['fold']) => Promise<void>
  times?: Partial<OutboxTimes>
}

/** In ms. */
export interface OutboxTimes {
  /** Between two batches: the games that end in this time are stored together. */
  gather: number
  /** Between two polls without a notification: they find the matches that another node has left behind. */
  poll: number
  /** For how long no other node can claim a match that this node has claimed. */
  lease: number
  /** Between a failure and the next attempt. */
  retry: Backoff
}

const TIMES: OutboxTimes = { gather: 200, poll: 5000, lease: 60_000, retry: { first: 500, longest: 30_000 } }
/** A claimed match, and the game that is stored of it. */
interface Claimed {
  match: string
  game: FinishedGame
  fold: Folded['fold']
}

/** A match as it was read, not folded yet. */
interface Read {
  header: MatchHeader
  fold: () => Folded
  chat: ChatLine[]
}

/** How many matches are stored in one batch. */
const BATCH = 20

/**
 * Starts an outbox. A match is marked as archived after its game is stored, and storing a game twice is the same as
 * storing it once: a failure in between neither loses nor doubles a game. Any number of nodes may run an outbox.
 */
export function startOutbox({
  live,
  archive,
  log,
  known = () => Promise.resolve(null),
  hasEnded = () => Promise.resolve(true),
  goOn = () => Promise.resolve(),
  times,
}: OutboxParts): Outbox {
  const { gather, poll: pollMs, lease, retry } = { ...TIMES, ...times }
  /** Matches that are claimed and not stored yet. */
  let claimed = new Set<string>()
  let leasedUntil = 0

  /** Does something with a match. A match that is at fault is left: the others must not wait for it. */
  const attempt = async (match: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isUnavailable(error)) throw error
      // It can be claimed again when its lease has expired.
      claimed.delete(match)
      log.error({ match, err: error }, 'an ended match could not be stored')
    }
  }

  /** Does something with some matches at the same time. Rejects once all are done, if a store did not answer. */
  const attemptAll = async <T extends { match: string }>(all: readonly T[], work: (one: T) => Promise<void>) => {
    const outcomes = await Promise.allSettled(all.map((one) => attempt(one.match, () => work(one))))
    const failure = outcomes.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }

  /** A match, with its chat; null if the store does not have it (any more). */
  const read = async (match: string): Promise<Read | null> => {
    const [ready, chat] = await Promise.all([known(match), live.chat(match, 'players')])
    if (ready) return { header: ready.record.header, fold: () => ready, chat }
    const record = await live.load(match)
    return record && { header: record.header, fold: () => folded(record), chat }
  }

  /**
   * Both games of a pair are stored together: one of which the other goes on is left until its lease has expired, and with
   * the last one comes the other.
   */
  const pairUp = async (all: Map<string, Read>): Promise<void> => {
    for (const [match, { header }] of all) {
      const { twin } = header
      if (twin === undefined || claimed.has(twin)) continue
      await attempt(match, async () => {
        if (!(await hasEnded(twin))) {
          claimed.delete(match)
          return
        }
        const other = await read(twin)
        if (!other || other.fold().fold.outcome?.by === 'aborted') return
        claimed.add(twin)
        all.set(twin, other)
      })
    }
  }

  /** The games of the claimed matches, without those of matches at fault. */
  const gamesOf = async (): Promise<Claimed[]> => {
    const all = new Map<string, Read>()
    await attemptAll(
      [...claimed].map((match) => ({ match })),
      async ({ match }) => {
        const found = await read(match)
        if (!found) throw new Error('the live store has no record of the match')
        all.set(match, found)
      },
    )
    await pairUp(all)
    const games: Claimed[] = []
    for (const match of claimed) {
      const { fold, chat } = all.get(match)!
      await attempt(match, async () => {
        const folded = fold()
        games.push({ match, game: finishedGameOf(folded, chat), fold: folded.fold })
      })
      // A game is folded in the time of some moves: players do not wait for a whole batch.
      await setImmediate()
    }
    return games
  }

  /** Stores the claimed matches together; one by one, if they cannot be stored together. */
  const store = async (): Promise<void> => {
    const games = await gamesOf()
    const archived = async ({ match, fold }: Claimed, result: 'stored' | 'already'): Promise<void> => {
      // The node that ended the match may have died before it created the next one.
      await goOn(fold)
      await live.markArchived(match)
      claimed.delete(match)
      log.info({ match, result }, 'a game was stored in the history')
    }
    const results = await storedTogether(games.map(({ game }) => game))
    if (results) {
      await attemptAll(
        games.map((game, n) => ({ ...game, result: results[n]! })),
        async (one) => archived(one, one.result),
      )
    } else {
      for (const one of games) {
        await attempt(one.match, async () => archived(one, await archive.store(one.game)))
      }
    }
  }

  /** What became of games that were stored in one batch; null if one of them is at fault. */
  const storedTogether = async (games: readonly FinishedGame[]): Promise<('stored' | 'already')[] | null> => {
    try {
      return await archive.storeAll(games)
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.warn({ err: error }, 'ended matches could not be stored together')
      return null
    }
  }

  /** Returns whether there may be more matches. Rejects while one of the stores does not answer. */
  const poll = async (): Promise<boolean> => {
    if (claimed.size === 0 || performance.now() >= leasedUntil) {
      leasedUntil = performance.now() + lease
      claimed = new Set(await live.claimEnded(BATCH, lease))
    }
    const full = claimed.size === BATCH
    if (claimed.size > 0) await store()
    return full
  }

  return new BackgroundWork({
    round: async (isRetry) => {
      // While the archive does not answer, this node claims nothing: a claim would only keep other nodes from the match.
      if (isRetry) await archive.ping()
      const isMore = await poll()
      // Matches that ended during an outage are not claimed yet.
      return isMore || isRetry
    },
    everyMs: pollMs,
    gatherMs: gather,
    retry,
    failed: (error) => log.warn({ err: error }, 'ended matches cannot be stored: a store does not answer'),
    recovered: () => log.info('ended matches are being stored again'),
  })
}
