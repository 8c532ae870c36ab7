import type { Logger } from 'pino'
import { houseBotLevel } from '../../protocol/index.ts'
import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { within } from '../../time/index.ts'
import { FollowedMatches } from '../followed-matches.ts'
import { CREATIONS_KEPT_MS, OUTAGE_MS } from '../port.ts'
import type { Attendance, LiveSubscriber, RematchState } from '../news.ts'
import type { Backlog, Commit, CommitResult, Created, LiveStore, Retention, TakenSeat } from '../port.ts'
import { latestSeats } from '../seats.ts'
import { unavailable } from '../unavailable.ts'
import { parseAddress } from './address.ts'
import { subscriberConnections, TIMES } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Connection } from './connection.ts'
import {
  channelOf, codeKey, creationKey, matchKeys, matchOfChannel, prefixOfChannel, seatsKey, shardKeys, shardOf, shardPrefix,
  SHARDS,
} from './keys.ts'
import { entryText, headerText, parseEntry, parseHeader } from './log.ts'
import type { EntryContent } from './log.ts'
import { parseNews } from './messages.ts'
import { OwnEntries } from './own-entries.ts'
import { defineScripts } from './scripts/index.ts'
import type { Scripts } from './scripts/index.ts'
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

/** A code is retained a little longer than its match, so that the match can be found as long as it waits. */
const CODE_MARGIN_MS = 60_000

/** How many seats a player can have taken in the matches of one shard in the same ms, at most. */
const SEATS_AT_ONCE = 20

/** A shard that does not answer by then must not delay the next heartbeat so long that it looks like an outage. */
const HEARTBEAT_MS = OUTAGE_MS / 2

/**
 * Live matches in Redis 7 or Valkey (one server, one behind sentinels, or a cluster), shared by any number of nodes.
 * Opens at once, whether or not Redis answers, and reconnects whenever it has to.
 *
 * A commit is one script and one round trip. When it is `unavailable`, it may have been done or not, as only the answer
 * may have been lost: a node that repeats it at the same version then gets `stale`, and finds its entry in the log.
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
  readonly #retention: Retention
  readonly #log: Logger | undefined
  readonly #database: number
  readonly #followed: FollowedMatches
  readonly #own = new OwnEntries()
  readonly #connection: Connection<Scripts>
  readonly #subscription: Subscription
  readonly #clock = new StoreClock()

  constructor(url: string, retention: Retention, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    const { database } = address
    this.#retention = retention
    this.#log = log
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
    const matchOf = (channel: string): string => matchOfChannel(channel, database)
    this.#subscription = new Subscription({
      open: subscriberConnections(address, this.#connection.client, times),
      groupOf: prefixOfChannel,
      lastPublished: (shard, channels) =>
        this.#connection.ask((redis) => redis.lastPublished(shard, ...channels.map(matchOf))),
      message: (channel, text) => this.#receive(matchOf(channel), text),
      interrupted: (channel) => this.#followed.interrupted(matchOf(channel)),
      times,
    })
  }

  #receive(match: string, news: string): void {
    if (this.#followed.has(match)) this.#followed.notify(parseNews(match, news, this.#own))
  }

  async create(header: MatchHeader, actionId?: string): Promise<Created> {
    const { id, code, host } = header
    // The code comes first: a code without a match leads nowhere, but a match without its code could not be found.
    const holder = await this.#takeCode(code, id)
    if (holder !== id) {
      const exists = await this.#connection.ask((redis) => redis.exists(matchKeys(id).log))
      return { taken: exists ? 'id' : 'code' }
    }
    if (actionId !== undefined) {
      const first = await this.#takeAction(host.player.id, actionId, id)
      if (first !== id) {
        await this.#releaseUnused(code, id)
        return { taken: 'action', match: first }
      }
    }
    const text = headerText(header)
    const createdAt = await this.#connection.ask((redis) => redis.createMatch(...about(id), text, code, host.seat, host.player.id))
    if (createdAt !== null) return { createdAt }
    await this.#releaseUnused(code, id)
    return { taken: 'id' }
  }

  async createdBy(player: string, actionId: string): Promise<string | null> {
    return this.#connection.ask((redis) => redis.get(creationKey(player, actionId)))
  }

  /** Resolves with the match that the command creates after that: the one that was named first. */
  async #takeAction(player: string, actionId: string, match: string): Promise<string> {
    // It ends before an id could be used again that the history may have.
    const ttlMs = Math.min(CREATIONS_KEPT_MS, this.#retention.endedMs)
    const key = creationKey(player, actionId)
    return (await this.#connection.ask((redis) => redis.set(key, match, 'PX', ttlMs, 'NX', 'GET'))) ?? match
  }

  /** Releases a code that was taken for a match, unless the match has it. */
  async #releaseUnused(code: string, match: string): Promise<void> {
    if ((await this.findByCode(code)) !== match) await this.#releaseCode(code, match)
  }

  /**
   * Resolves with the match that has the code after that: it may have been this one's before, if its creation was cut
   * short.
   */
  async #takeCode(code: string, match: string): Promise<string | null> {
    const key = codeKey(code)
    if (await this.#connection.ask((redis) => redis.set(key, match, 'PX', this.#codeTtlMs, 'NX'))) return match
    const holder = await this.#connection.ask((redis) => redis.get(key))
    if (holder === match) await this.#connection.ask((redis) => redis.pexpire(key, this.#codeTtlMs))
    return holder
  }

  get #codeTtlMs(): number {
    return this.#retention.waitingMs + CODE_MARGIN_MS
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

  async findByCode(code: string): Promise<string | null> {
    const match = await this.#connection.ask((redis) => redis.get(codeKey(code)))
    if (match === null) return null
    const own = await this.#connection.ask((redis) => redis.hget(matchKeys(match).match, 'code'))
    return own === code ? match : null
  }

  async matchesOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    for (;;) {
      const seats = latestSeats(await this.#seatsOf(player, limit, after), limit, after)
      const logs = await this.#connection.ask((redis) =>
        Promise.all(seats.map(({ match }) => redis.exists(matchKeys(match).log))),
      )
      const expired = seats.filter((_, index) => logs[index] === 0)
      if (expired.length === 0) return seats
      await this.#connection.ask((redis) =>
        Promise.all(expired.map(({ match }) => redis.zrem(seatsKey(shardOf(match), player), match))),
      )
    }
  }

  /** Enough seats of a player from each shard, those at the moment of `after` among them. */
  async #seatsOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    const latest = after?.since ?? '+inf'
    const most = limit + (after ? SEATS_AT_ONCE : 0)
    const shards = await this.#connection.ask((redis) =>
      Promise.all(
        SHARDS.map((shard) =>
          redis.zrange(seatsKey(shard, player), latest, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, most, 'WITHSCORES'),
        ),
      ),
    )
    return shards.flatMap((shard) => pairsOf(shard).map(([match, since]) => ({ match, since: Number(since) })))
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const { match, version } = commit
    const content = contentOf(commit)
    const text = entryText(content)
    if (this.#followed.has(match)) this.#own.send(match, text, content)
    const commitArguments = [...about(match), version, text, ...argumentsOf(commit)]
    for (;;) {
      const reply = await this.#connection.ask((redis) => redis.commitEntry(...commitArguments))
      switch (reply[0]) {
        case 'committed': {
          const [, at, usedCode] = reply
          if (usedCode !== undefined) await this.#retainCode(usedCode, match)
          return { status: 'committed', version: version + 1, at }
        }
        case 'stale':
          return { status: 'stale', version: reply[1] }
        case 'downtime':
          // The heartbeat gives the time back.
          await this.#beat(shardPrefix(shardOf(match)), 0)
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

  /** A code that was used leads to its match for a while. If this fails, it expires earlier. */
  async #retainCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.pexpire(codeKey(code), this.#codeTtlMs))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'a used invitation code was not retained')
    }
  }

  /** A code that was taken for nothing is free again. If this fails, it expires. */
  async #releaseCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.releaseCode(codeKey(code), match))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'an invitation code was not released')
    }
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
    await this.#connection.ask((redis) => redis.connectSeat(...about(match), seat, connection, ttlMs))
  }

  async disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    await this.#connection.ask((redis) => redis.disconnectSeat(...about(match), seat, connection))
  }

  async reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    await this.#connection.ask((redis) => redis.reportWatchers(...about(match), node, watchers, ttlMs))
  }

  async attendance(match: string): Promise<Attendance> {
    return parse(await this.#connection.ask((redis) => redis.readAttendance(...about(match))))
  }

  async say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    const text = JSON.stringify(line)
    const said = await this.#connection.ask((redis) => redis.sayInMatch(...about(match), room, text))
    return said === null ? null : parse(said)
  }

  async chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    const lines = await this.#connection.ask((redis) => redis.lrange(matchKeys(match).chat[room], 0, -1))
    return lines.map(parse<ChatLine>)
  }

  async mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    await this.#connection.ask((redis) => redis.muteSeat(...about(match), seat, muted ? 1 : 0))
  }

  muted(match: string): Promise<Seat[]> {
    return this.#connection.ask((redis) => redis.readMuted(...about(match)))
  }

  async offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    const header = JSON.stringify(proposed)
    const state = await this.#connection.ask((redis) => redis.offerRematch(...about(match), seat, header))
    return state === null ? null : parse(state)
  }

  async rematch(match: string): Promise<RematchState> {
    return parse(await this.#connection.ask((redis) => redis.readRematch(...about(match))))
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
    await this.#connection.ask((redis) => redis.markArchived(...about(match)))
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

/** The key of the scripts about a match, and their first argument. */
const about = (match: string): [shard: string, match: string] => [shardPrefix(shardOf(match)), match]

const parse = <T>(json: string): T => JSON.parse(json) as T

const parseEntries = (first: number, elements: string[]): Entry[] =>
  elements.map((element, index) => parseEntry(first + index, element))

/** Each two that follow each other. */
const pairsOf = (items: readonly string[]): [string, string][] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1]!] as [string, string]] : []))

/** Begins at any of the shards, so that none is always the last. */
function inAnyOrder(shards: readonly number[]): number[] {
  const first = Math.floor(Math.random() * shards.length)
  return [...shards.slice(first), ...shards.slice(0, first)]
}

/** What a commit records. */
const contentOf = ({ actionId, previousHash, body }: Commit): EntryContent => ({
  ...(actionId !== undefined && { actionId }),
  ...(previousHash !== undefined && { previousHash }),
  body,
})

/** What the script of a commit takes after match, version and entry. */
function argumentsOf({ body, ends, deadline, condition, botTurn: turn }: Commit): string[] {
  const joins = body.type === 'join' ? body.seat : undefined
  const botTurn = turn === undefined ? undefined : (turn?.leaseMs ?? -1)
  const isPlain = [ends, joins, condition, botTurn].every((each) => each === undefined)
  if (isPlain) return [changeOf(deadline)]
  if (body.type !== 'join') return [changeOf(deadline), JSON.stringify({ ends, condition, botTurn })]
  const listed = houseBotLevel(body.player.id) === undefined
  return [changeOf(deadline), JSON.stringify({ ends, joins, condition, botTurn, listed }), body.player.id]
}

function changeOf(deadline: Commit['deadline']): string {
  if (deadline === undefined) return ''
  if (deadline === null) return 'none'
  return 'at' in deadline ? String(deadline.at) : `+${deadline.after}`
}
