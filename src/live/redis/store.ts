import type { Logger } from 'pino'
import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { Audience } from '../audience.ts'
import { OUTAGE_MS } from '../port.ts'
import type { Attendance, LiveSubscriber, RematchState } from '../news.ts'
import type { Commit, CommitResult, LiveStore, Retention } from '../port.ts'
import { parseAddress } from './address.ts'
import { openSubscriber, TIMES } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Connection } from './connection.ts'
import { Feed } from './feed.ts'
import { channelOf, codeKey, matchKeys, shardKeys, shardOf, shardPrefix, SHARDS } from './keys.ts'
import { withScripts } from './scripts/index.ts'
import type { Scripts } from './scripts/index.ts'
import { StoreClock } from './store-clock.ts'

export interface RedisOptions {
  /** See `parseAddress`. */
  url: string
  retention: Retention
  log?: Logger
  times?: Partial<RedisTimes>
}

/** A code outlives its match a little, so that the match, while it waits, can be found. */
const CODE_MARGIN_MS = 60_000

/** Shards that don't answer a beat by then must not hold up the next one for so long that the others take it for an outage. */
const BEAT_MS = OUTAGE_MS / 2

/**
 * Live matches in Redis 7 or Valkey, one server or a cluster, shared by any number of nodes. Opens at once, whether or not
 * Redis answers; from then on it connects again whenever it has to.
 *
 * A commit is one script and one round trip. When it is `unavailable` it may have been done or not, for the answer may be what
 * got lost: a node that repeats it at the same version then gets `stale`, and finds its entry in the log.
 *
 * How durable a commit is is Redis's business: what is acknowledged survives a crash only with `appendonly yes` and
 * `appendfsync always` (`everysec` may lose the last second or two), and `maxmemory-policy noeviction`. A cluster copies to
 * its replicas after it answers: a failover may lose what was acknowledged last.
 * @throws Error if the address is not one.
 */
export function openRedisStore({ url, retention, log, times }: RedisOptions): LiveStore {
  return new RedisStore(url, retention, { ...TIMES, ...times }, log)
}

class RedisStore implements LiveStore {
  readonly #retention: Retention
  readonly #log: Logger | undefined
  readonly #audience: Audience
  readonly #connection: Connection<Scripts>
  readonly #feed: Feed
  readonly #clock = new StoreClock()

  constructor(url: string, retention: Retention, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    this.#retention = retention
    this.#log = log
    this.#audience = new Audience(log)
    this.#connection = new Connection(address, times, withScripts, log)
    this.#feed = new Feed({
      audience: this.#audience,
      open: () => openSubscriber(address, this.#connection.client, times),
      channelName: (shard) => this.#channel(shard),
      tend: (shard) => this.#connection.ask((redis) => redis.tendShard(...this.#head(shard))),
      times,
    })
  }

  #channel(shard: number): string {
    return channelOf(shard, this.#connection.database)
  }

  /** What every script takes first. */
  #head(shard: number): (string | number)[] {
    const { waitingMs, playingMs, endedMs } = this.#retention
    return [shardPrefix(shard), this.#channel(shard), waitingMs, playingMs, endedMs]
  }

  /** What every script about a match takes first. */
  #of(match: string): (string | number)[] {
    return [...this.#head(shardOf(match)), match]
  }

  async create(header: MatchHeader): Promise<{ createdAt: number } | { taken: 'id' | 'code' }> {
    const { id, code, host } = header
    // First the code: without its match it leads nowhere, but a match without its code could be found by none.
    const holder = await this.#takeCode(code, id)
    if (holder !== id) {
      const exists = await this.#connection.ask((redis) => redis.exists(matchKeys(id).match))
      return { taken: exists ? 'id' : 'code' }
    }
    const text = JSON.stringify(header)
    const createdAt = await this.#connection.ask((redis) => redis.createMatch(...this.#of(id), text, code, host.seat))
    if (createdAt !== null) return { createdAt }
    if ((await this.findByCode(code)) !== id) await this.#releaseCode(code, id)
    return { taken: 'id' }
  }

  /** Whose the code is after that: it may have been this match's own, if what was begun before was cut short. */
  async #takeCode(code: string, match: string): Promise<string | null> {
    const key = codeKey(code)
    const keepFor = this.#retention.waitingMs + CODE_MARGIN_MS
    if (await this.#connection.ask((redis) => redis.set(key, match, 'PX', keepFor, 'NX'))) return match
    const holder = await this.#connection.ask((redis) => redis.get(key))
    if (holder === match) await this.#connection.ask((redis) => redis.pexpire(key, keepFor))
    return holder
  }

  async load(match: string): Promise<MatchRecord | null> {
    const found = await this.#connection.ask((redis) => redis.loadMatch(...this.#of(match)))
    if (!found) return null
    const [header, createdAt, entries] = found
    return { header: parse(header), createdAt: Number(createdAt), entries: entries.map(parse<Entry>) }
  }

  async entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    const entries = await this.#connection.ask((redis) => redis.matchEntries(...this.#of(match), version))
    return entries && entries.map(parse<Entry>)
  }

  async findByCode(code: string): Promise<string | null> {
    const match = await this.#connection.ask((redis) => redis.get(codeKey(code)))
    if (match === null) return null
    const [status, own] = await this.#connection.ask((redis) => redis.hmget(matchKeys(match).match, 'status', 'code'))
    return status === 'waiting' && own === code ? match : null
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const { match } = commit
    const done = await this.#connection.ask(async (redis) => {
      const asked = Date.now()
      const reply = await redis.commitEntry(...this.#of(match), ...argumentsOf(commit))
      this.#clock.learn(reply[1], asked, Date.now())
      return reply
    })
    switch (done[0]) {
      case 'committed':
        if (done[3] !== null) await this.#releaseCode(done[3], match)
        return { status: 'committed', version: done[2], at: done[1] }
      case 'stale':
        return { status: 'stale', version: done[2] }
      default:
        return { status: done[0] }
    }
  }

  async heartbeat(limit: number): Promise<string[]> {
    const asked = Date.now()
    let answered: number | undefined
    const beats = await Promise.allSettled(
      inAnyOrder(SHARDS).map(async (shard) => {
        const [now, overdue] = await this.#connection.ask((redis) => redis.beatShard(...this.#head(shard), limit), BEAT_MS)
        // The first answer says the most about the time.
        if (answered === undefined) this.#clock.learn(now, asked, (answered = Date.now()))
        return overdue
      }),
    )
    const done = beats.filter((beat) => beat.status === 'fulfilled')
    if (done.length === 0) throw (beats[0] as PromiseRejectedResult).reason
    return done.flatMap(({ value }) => value).slice(0, limit)
  }

  now(): number {
    return this.#clock.now()
  }

  /** Nothing depends on it: a code whose match does not wait is no more found, and expires. */
  async #releaseCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.releaseCode(codeKey(code), match))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'a used invitation code was not taken back')
    }
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#audience.subscribe(subscriber)
  }

  async follow(match: string): Promise<void> {
    await this.#feed.follow(shardOf(match))
    this.#audience.follow(match)
  }

  async unfollow(match: string): Promise<void> {
    if (this.#audience.unfollow(match)) this.#feed.unfollow(shardOf(match))
  }

  async connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.connectSeat(...this.#of(match), seat, connection, ttlMs))
  }

  async disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    await this.#connection.ask((redis) => redis.disconnectSeat(...this.#of(match), seat, connection))
  }

  async reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.watchMatch(...this.#of(match), node, watchers, ttlMs))
  }

  async attendance(match: string): Promise<Attendance> {
    return parse(await this.#connection.ask((redis) => redis.matchAttendance(...this.#of(match))))
  }

  async say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    const said = await this.#connection.ask((redis) => redis.sayInMatch(...this.#of(match), room, JSON.stringify(line)))
    return said === null ? null : parse(said)
  }

  async chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    const lines = await this.#connection.ask((redis) => redis.matchChat(...this.#of(match), room))
    return lines.map(parse<ChatLine>)
  }

  async mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    await this.#connection.ask((redis) => redis.muteSeat(...this.#of(match), seat, muted ? 1 : 0))
  }

  muted(match: string): Promise<Seat[]> {
    return this.#connection.ask((redis) => redis.mutedSeats(...this.#of(match)))
  }

  async offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    const state = await this.#connection.ask((redis) => redis.offerRematch(...this.#of(match), seat, JSON.stringify(proposed)))
    return state === null ? null : parse(state)
  }

  async rematch(match: string): Promise<RematchState> {
    return parse(await this.#connection.ask((redis) => redis.matchRematch(...this.#of(match))))
  }

  async claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    const waiting = await this.#connection.ask((redis) => Promise.all(SHARDS.map((shard) => redis.zcard(shardKeys(shard).outbox))))
    const claimed: string[] = []
    for (const shard of inAnyOrder(SHARDS)) {
      const left = limit - claimed.length
      if (left <= 0) break
      if (waiting[shard] === 0) continue
      claimed.push(...(await this.#connection.ask((redis) => redis.claimEnded(...this.#head(shard), left, leaseMs))))
    }
    return claimed
  }

  async markArchived(match: string): Promise<void> {
    await this.#connection.ask((redis) => redis.settleMatch(...this.#of(match)))
  }

  async backlog(): Promise<number> {
    const waiting = await this.#connection.ask((redis) => Promise.all(SHARDS.map((shard) => redis.zcard(shardKeys(shard).outbox))))
    return waiting.reduce((sum, count) => sum + count, 0)
  }

  async ping(): Promise<void> {
    await this.#connection.ask((redis) => redis.ping())
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#feed.close()
  }
}

const parse = <T>(json: string): T => JSON.parse(json) as T

/** Not always in the same order, so that no shard starves. */
function inAnyOrder(shards: readonly number[]): number[] {
  const first = Math.floor(Math.random() * shards.length)
  return [...shards.slice(first), ...shards.slice(0, first)]
}

/** What the script of a commit takes after the match. */
function argumentsOf({ version, body, actionId, ends, deadline, condition }: Commit): (string | number)[] {
  return [
    version,
    actionId === undefined ? '' : JSON.stringify(actionId),
    JSON.stringify(body),
    body.type === 'join' ? body.seat : '',
    ends ?? '',
    ...deadlineArguments(deadline),
    condition?.is ?? '',
    ...(condition?.is === 'away' ? [condition.seat, condition.ms] : ['', '']),
  ]
}

function deadlineArguments(deadline: Commit['deadline']): [is: string, ms: number | ''] {
  if (deadline === undefined) return ['', '']
  if (deadline === null) return ['none', '']
  return 'at' in deadline ? ['at', deadline.at] : ['after', deadline.after]
}
