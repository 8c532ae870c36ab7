import type { Logger } from 'pino'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { Audience } from '../audience.ts'
import type { Commit, CommitResult, LiveListener, LiveStore, Retention } from '../port.ts'
import { parseAddress } from './address.ts'
import { openSubscriber, TIMES } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Connection } from './connection.ts'
import { Feed } from './feed.ts'
import { channelOf, codeKey, matchKeys, shardKeys, shardOf, SHARDS } from './keys.ts'

export interface RedisOptions {
  /** See `parseAddress`. */
  url: string
  retention: Retention
  log?: Logger
  times?: Partial<RedisTimes>
}

/** A code outlives its match a little, so that the match, while it waits, can be found. */
const CODE_MARGIN_MS = 60_000

/**
 * Live matches in Redis 7 or Valkey, one server or a cluster, shared by any number of nodes. Opens at once, whether or not
 * Redis answers; from then on it connects again whenever it has to.
 *
 * A commit is one script and one round trip. When it is `unavailable` it may have been done or not, for the answer may be what
 * got lost: the same commit with the same `actionId` is then safe to repeat.
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
  readonly #connection: Connection
  readonly #feed: Feed

  constructor(url: string, retention: Retention, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    this.#retention = retention
    this.#log = log
    this.#audience = new Audience(log)
    this.#connection = new Connection(address, times, log)
    this.#feed = new Feed({
      audience: this.#audience,
      open: () => openSubscriber(address, this.#connection.client, times),
      channelName: (shard) => this.#channel(shard),
      tend: (shard) => this.#connection.ask((redis) => redis.tendShard(...this.#presenceOf(shard))),
      times,
    })
  }

  #channel(shard: number): string {
    return channelOf(shard, this.#connection.database)
  }

  /** What every script about connections begins with. */
  #presenceOf(shard: number): string[] {
    const { connections, seats, published } = shardKeys(shard)
    return [connections, seats, published, this.#channel(shard)]
  }

  async create(header: MatchHeader): Promise<{ createdAt: number } | false> {
    const { id, code } = header
    const { waitingMs } = this.#retention
    // First the code: without its match it leads nowhere, but a match without its code could be found by none.
    const free = await this.#connection.ask((redis) => redis.set(codeKey(code), id, 'PX', waitingMs + CODE_MARGIN_MS, 'NX'))
    if (free === null) {
      if (await this.#connection.ask((redis) => redis.exists(matchKeys(id).match))) throw exists(id)
      return false
    }
    const createdAt = await this.#connection.ask((redis) =>
      redis.createMatch(matchKeys(id).match, JSON.stringify(header), code, waitingMs),
    )
    if (createdAt !== null) return { createdAt }
    await this.#releaseCode(code, id)
    throw exists(id)
  }

  async load(match: string): Promise<MatchRecord | null> {
    const keys = matchKeys(match)
    const found = await this.#connection.ask((redis) => redis.loadMatch(keys.match, keys.log))
    if (!found) return null
    const [header, createdAt, entries] = found
    return { header: JSON.parse(header) as MatchHeader, createdAt: Number(createdAt), entries: entries.map(parseEntry) }
  }

  async entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    const keys = matchKeys(match)
    const entries = await this.#connection.ask((redis) => redis.matchEntries(keys.match, keys.log, version))
    return entries && entries.map(parseEntry)
  }

  async findByCode(code: string): Promise<string | null> {
    const match = await this.#connection.ask((redis) => redis.get(codeKey(code)))
    if (match === null) return null
    const [status, own] = await this.#connection.ask((redis) => redis.hmget(matchKeys(match).match, 'status', 'code'))
    return status === 'waiting' && own === code ? match : null
  }

  async commit({ match, version, body, actionId, ends }: Commit): Promise<CommitResult> {
    const { waitingMs, playingMs } = this.#retention
    const keys = matchKeys(match)
    const shard = shardOf(match)
    const { outbox, published } = shardKeys(shard)
    const [action, quotedActionId] = actionId === undefined ? ['', ''] : [`action:${body.seat}:${actionId}`, JSON.stringify(actionId)]
    const done = await this.#connection.ask((redis) =>
      redis.commitEntry(
        ...[keys.match, keys.log, outbox, published],
        ...[match, version, action, quotedActionId, JSON.stringify(body)],
        ...[body.type === 'join' ? 1 : 0, ends ? 1 : 0, waitingMs, playingMs],
        ...[this.#channel(shard), JSON.stringify(match)],
      ),
    )
    switch (done[0]) {
      case 'committed':
        if (done[3] !== null) await this.#releaseCode(done[3], match)
        return { status: 'committed', version: done[1], at: done[2] }
      case 'duplicate':
        return { status: 'duplicate', version: done[1], at: done[2] }
      case 'stale':
        return { status: 'stale', version: done[1] }
      case 'unknown':
        return { status: 'unknown' }
    }
  }

  /** Nothing depends on it: a code whose match does not wait is no more found, and expires. */
  async #releaseCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.releaseCode(codeKey(code), match))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'a used invitation code was not taken back')
    }
  }

  listen(listener: LiveListener): void {
    this.#audience.listen(listener)
  }

  async follow(match: string): Promise<void> {
    await this.#feed.follow(shardOf(match))
    this.#audience.follow(match)
  }

  async unfollow(match: string): Promise<void> {
    if (this.#audience.unfollow(match)) this.#feed.unfollow(shardOf(match))
  }

  async connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    const presence = this.#presenceOf(shardOf(match))
    await this.#connection.ask((redis) => redis.connectSeat(...presence, match, seat, connection, ttlMs))
  }

  async disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    const presence = this.#presenceOf(shardOf(match))
    await this.#connection.ask((redis) => redis.disconnectSeat(...presence, match, seat, connection))
  }

  present(match: string): Promise<Seat[]> {
    const presence = this.#presenceOf(shardOf(match))
    return this.#connection.ask((redis) => redis.presentSeats(...presence, match))
  }

  async claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    const waiting = await this.#connection.ask((redis) => Promise.all(SHARDS.map((shard) => redis.zcard(shardKeys(shard).outbox))))
    const claimed: string[] = []
    // Not always in the same order, so that no shard starves.
    const first = Math.floor(Math.random() * SHARDS.length)
    for (const shard of [...SHARDS.slice(first), ...SHARDS.slice(0, first)]) {
      const left = limit - claimed.length
      if (left <= 0) break
      if (waiting[shard] === 0) continue
      claimed.push(...(await this.#connection.ask((redis) => redis.claimEnded(shardKeys(shard).outbox, left, leaseMs))))
    }
    return claimed
  }

  async settle(match: string): Promise<void> {
    const keys = matchKeys(match)
    const { outbox } = shardKeys(shardOf(match))
    await this.#connection.ask((redis) => redis.settleMatch(keys.match, keys.log, outbox, match, this.#retention.endedMs))
  }

  async ping(): Promise<void> {
    await this.#connection.ask((redis) => redis.ping())
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#feed.close()
  }
}

const exists = (match: string): Error => new Error(`the match ${match} exists`)

const parseEntry = (text: string): Entry => JSON.parse(text) as Entry
