import type { Logger } from 'pino'
import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { within } from '../../time/index.ts'
import { FollowedMatches } from '../followed-matches.ts'
import type { Attendance, LiveSubscriber, RematchState } from '../news.ts'
import type { Backlog, Commit, CommitResult, Created, LiveStore, Retention, TakenSeat } from '../port.ts'
import { OUTAGE_MS } from '../port.ts'
import { unavailable } from '../unavailable.ts'
import { parseAddress } from './address.ts'
import type { RedisTimes } from './client.ts'
import { subscriberConnections, TIMES } from './client.ts'
import { argumentsOf, contentOf } from './commit.ts'
import { Commits } from './commits.ts'
import { Connection } from './connection.ts'
import { Creations } from './creations.ts'
import {
  aboutMatch,
  channelOf,
  matchKeys,
  matchOfChannel,
  prefixOfChannel,
  shardKeys,
  shardOf,
  shardPrefix,
  SHARDS,
} from './keys.ts'
import { entryText, parseEntry, parseHeader } from './log.ts'
import { parseNews } from './messages.ts'
import { OwnEntries } from './own-entries.ts'
import type { Scripts } from './scripts/index.ts'
import { defineScripts } from './scripts/index.ts'
import { Seats } from './seats.ts'
import { reportSettings } from './settings.ts'
import { StoreClock } from './store-clock.ts'
import { Subscription } from './subscription.ts'

export interface RedisOptions {
  /** See `parseAddress`. */
  url: string
  retention: Retention
  log?: Logger
  times?: Partial<RedisTimes>
}

/** A shard that does not answer by then must not delay the next heartbeat so long that it looks like an outage. */
const HEARTBEAT_MS = OUTAGE_MS / 2

/**
 * Live matches in Redis 7 or Valkey (one server, one behind sentinels, or a cluster), shared by any number of nodes.
 * Opens at once, whether or not Redis answers, and reconnects whenever it has to.
 *
 * A commit is one operation of a script and one round trip. When it is `unavailable`, it may have been done or not, as
 * only the answer may have been lost: a node that repeats it at the same version then gets `stale`, and finds its entry
 * in the log.
 *
 * How durable a commit is depends on the configuration of Redis: an acknowledged commit survives a crash only with
 * `appendonly yes` and `appendfsync always` (`everysec` may lose the last second or two), and `maxmemory-policy
 * noeviction`. Redis copies to replicas after it has answered: a failover may lose what was acknowledged last.
 * @throws Error if the address cannot be read.
 */
export function openRedisStore({ url, retention, log, times }: RedisOptions): LiveStore {
  return new RedisStore(url, retention, { ...TIMES, ...times }, log)
}

class RedisStore implements LiveStore {
  readonly #database: number
  readonly #followed: FollowedMatches
  readonly #own = new OwnEntries()
  readonly #connection: Connection<Scripts>
  readonly #commits: Commits
  readonly #creations: Creations
  readonly #seats: Seats
  readonly #subscription: Subscription
  readonly #clock = new StoreClock()

  constructor(url: string, retention: Retention, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    const { database } = address
    this.#database = database
    this.#followed = new FollowedMatches(log)
    this.#connection = new Connection({
      address,
      times,
      defineScripts: (client) => defineScripts(client, { retention, database }),
      log,
      connected: (client) => {
        if (log) void reportSettings(client, log)
      },
    })
    this.#commits = new Commits(this.#connection, address.kind === 'cluster')
    this.#creations = new Creations({ connection: this.#connection, retention, log })
    this.#seats = new Seats(this.#connection)
    const matchOf = (channel: string): string => matchOfChannel(channel, database)
    this.#subscription = new Subscription({
      open: subscriberConnections(address, this.#connection.client, times),
      groupOf: prefixOfChannel,
      lastPublished: (shard, channels) =>
        this.#connection.ask((redis) => redis.lastPublished(shard, ...channels.map(matchOf))),
      message: (channel, text) => this.#receive(matchOf(channel), text),
      interrupted: (channel) => this.#followed.interrupted(matchOf(channel)),
      failed: (error: unknown) => void this.#connection.failure(error),
      times,
    })
  }

  #receive(match: string, news: string): void {
    if (this.#followed.has(match)) this.#followed.notify(parseNews(match, news, this.#own))
  }

  create(header: MatchHeader, actionId?: string): Promise<Created> {
    return this.#creations.create(header, actionId)
  }

  createdBy(player: string, actionId: string): Promise<string | null> {
    return this.#creations.createdBy(player, actionId)
  }

  findByCode(code: string): Promise<string | null> {
    return this.#creations.findByCode(code)
  }

  matchesOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    return this.#seats.of(player, limit, after)
  }

  async load(match: string): Promise<MatchRecord | null> {
    const [header, ...entries] = await this.#connection.ask((redis) => redis.lrange(matchKeys(match).log, 0, -1))
    return header === undefined ? null : { ...parseHeader(header), entries: parseEntries(1, entries) }
  }

  async entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    const { log } = matchKeys(match)
    // With the element before: a log that reaches this version has one.
    const [before, ...entries] = await this.#connection.ask((redis) => redis.lrange(log, version, -1))
    if (before !== undefined) return parseEntries(version + 1, entries)
    return (await this.#connection.ask((redis) => redis.exists(log))) ? [] : null
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const { match, version } = commit
    const content = contentOf(commit)
    const text = entryText(content)
    if (this.#followed.has(match)) this.#own.send(match, text, content)
    const shard = shardPrefix(shardOf(match))
    const commitArguments = argumentsOf(commit, text)
    for (;;) {
      const reply = await this.#commits.make({ shard, commitArguments })
      switch (reply[0]) {
        case 'committed': {
          const [, at, usedCode] = reply
          if (usedCode !== undefined) await this.#creations.retainCode(usedCode, match)
          return { status: 'committed', version: version + 1, at }
        }
        case 'stale':
          return { status: 'stale', version: reply[1] }
        case 'downtime':
          // The heartbeat gives the time back.
          await this.#beat(shard, 0)
          continue
        default:
          return { status: reply[0] }
      }
    }
  }

  async heartbeat(limit: number): Promise<string[]> {
    const asked = performance.now()
    let isAnswered = false
    const beats = await Promise.allSettled(
      inAnyOrder(SHARDS).map(async (shard) => {
        const [now, overdue] = await within(HEARTBEAT_MS, this.#beat(shardPrefix(shard), limit))
        // The first answer is the most exact one.
        if (!isAnswered) this.#clock.learn(now, asked, performance.now())
        isAnswered = true
        return overdue
      }),
    )
    const answers = beats.filter((beat) => beat.status === 'fulfilled')
    if (answers.length === 0) throw unavailable((beats[0] as PromiseRejectedResult).reason)
    return answers.flatMap(({ value }) => value).slice(0, limit)
  }

  async #beat(shard: string, limit: number): Promise<[now: number, overdue: string[]]> {
    for (;;) {
      const [now, overdue] = await this.#connection.ask((redis) => redis.heartbeatStep(shard, limit))
      if (overdue) return [now, overdue]
    }
  }

  now(): number {
    return this.#clock.now()
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#followed.subscribe(subscriber)
  }

  async follow(match: string): Promise<void> {
    await this.#subscription.follow(channelOf(match, this.#database))
    this.#followed.add(match)
  }

  async unfollow(match: string): Promise<void> {
    if (!this.#followed.remove(match)) return
    this.#own.forget(match)
    this.#subscription.unfollow(channelOf(match, this.#database))
  }

  async connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.connectSeat(...aboutMatch(match), seat, connection, ttlMs))
  }

  async disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    await this.#connection.ask((redis) => redis.disconnectSeat(...aboutMatch(match), seat, connection))
  }

  async reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.reportWatchers(...aboutMatch(match), node, watchers, ttlMs))
  }

  async attendance(match: string): Promise<Attendance> {
    return parse(await this.#connection.ask((redis) => redis.readAttendance(...aboutMatch(match))))
  }

  async say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    const text = JSON.stringify(line)
    const said = await this.#connection.ask((redis) => redis.sayInMatch(...aboutMatch(match), room, text))
    return said === null ? null : parse(said)
  }

  async chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    const lines = await this.#connection.ask((redis) => redis.lrange(matchKeys(match).chat[room], 0, -1))
    return lines.map(parse<ChatLine>)
  }

  async mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    await this.#connection.ask((redis) => redis.muteSeat(...aboutMatch(match), seat, muted ? 1 : 0))
  }

  muted(match: string): Promise<Seat[]> {
    return this.#connection.ask((redis) => redis.readMuted(...aboutMatch(match)))
  }

  async offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    const header = JSON.stringify(proposed)
    const state = await this.#connection.ask((redis) => redis.offerRematch(...aboutMatch(match), seat, header))
    return state === null ? null : parse(state)
  }

  async rematch(match: string): Promise<RematchState> {
    return parse(await this.#connection.ask((redis) => redis.readRematch(...aboutMatch(match))))
  }

  async rematchBegan(match: string): Promise<void> {
    await this.#connection.ask((redis) => redis.rematchBegan(...aboutMatch(match)))
  }

  claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    return this.#claim('outbox', limit, (redis, shard, left) => redis.claimEnded(shard, left, leaseMs))
  }

  claimBotTurns(limit: number, leaseMs: number): Promise<string[]> {
    return this.#claim('bot-turns', limit, (redis, shard, left) => redis.claimBotTurns(shard, left, leaseMs))
  }

  /** Claims what is due from a sorted set that every shard has, shard by shard. */
  async #claim(
    set: 'outbox' | 'bot-turns',
    limit: number,
    claim: (redis: Scripts, shard: string, left: number) => Promise<string[]>,
  ): Promise<string[]> {
    const counts = await this.#connection.ask((redis) =>
      Promise.all(SHARDS.map((shard) => redis.zcard(shardKeys(shard)[set]))),
    )
    const claimed: string[] = []
    for (const shard of inAnyOrder(SHARDS)) {
      const left = limit - claimed.length
      if (left <= 0) break
      if (counts[shard] === 0) continue
      claimed.push(...(await this.#connection.ask((redis) => claim(redis, shardPrefix(shard), left))))
    }
    return claimed
  }

  async renewBotTurns(matches: readonly string[], leaseMs: number): Promise<void> {
    const shards = [...new Set(matches.map(shardOf))]
    const matchesIn = (shard: number): string[] => matches.filter((match) => shardOf(match) === shard)
    await this.#connection.ask((redis) =>
      Promise.all(shards.map((shard) => redis.renewBotTurns(shardPrefix(shard), leaseMs, ...matchesIn(shard)))),
    )
  }

  async markArchived(match: string): Promise<void> {
    await this.#connection.ask((redis) => redis.markArchived(...aboutMatch(match)))
  }

  async backlog(): Promise<Backlog> {
    const shards = await this.#connection.ask((redis) =>
      Promise.all(SHARDS.map((shard) => redis.readBacklog(shardPrefix(shard)))),
    )
    const since = shards.flatMap(([, first]) => first ?? [])
    return {
      games: shards.reduce((sum, [games]) => sum + games, 0),
      since: since.length > 0 ? Math.min(...since) : null,
    }
  }

  /** Asks for a write that changes nothing: Redis refuses it whenever it would refuse a commit. */
  async ping(): Promise<void> {
    const pings = SHARDS.map((shard) => shardKeys(shard).ping)
    await this.#connection.ask((redis) => Promise.all(pings.map((key) => redis.setrange(key, 0, ''))))
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#subscription.close()
  }
}

const parse = <T>(json: string): T => JSON.parse(json) as T

const parseEntries = (first: number, elements: string[]): Entry[] =>
  elements.map((element, index) => parseEntry(first + index, element))

/** Begins at any of the shards, so that none is always the last. */
function inAnyOrder(shards: readonly number[]): number[] {
  const first = Math.floor(Math.random() * shards.length)
  return [...shards.slice(first), ...shards.slice(0, first)]
}
