import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { backoff, pause } from '../../time/index.ts'
import { unavailable } from '../unavailable.ts'
import type { Channel } from './channel-group.ts'
import { ChannelGroup, MOST_AT_ONCE } from './channel-group.ts'
import type { RedisTimes } from './client.ts'
import { FIRST_RECONNECT_MS } from './client.ts'
import { Gate } from './gate.ts'

/** How many portions of the channels are subscribed to at the same time after a reconnection. */
const PORTIONS_IN_FLIGHT = 4

export interface SubscriptionParts {
  /** Creates a connection that is not yet made and does not reconnect, in a cluster each time to another node. */
  open: () => Redis
  /** The group of a channel: see `ChannelGroup`. */
  groupOf: (channel: string) => string
  /** The numbers of the last messages that were published to some channels of a group, in their order; 0 for none. */
  lastPublished: (group: string, channels: readonly string[]) => Promise<number[]>
  /** Receives each message, without its numbers. */
  message: (channel: string, text: string) => void
  /** Messages of this channel may have been lost. */
  interrupted: (channel: string) => void
  /** Receives what has failed. */
  failed: (error: unknown) => void
  times: Pick<RedisTimes, 'reconnect' | 'poll'>
}

/**
 * Receives what is published to some channels. Redis delivers a message at most once: it is lost while there is no
 * connection, and the nodes of a cluster may fail to pass it on. No loss goes unnoticed: `interrupted` is called for a
 * channel
 * - after each new connection;
 * - when the number before a message is not that of the last message received. This includes a server that took over
 *   without the last messages of the one before it, however many it has published since;
 * - when a poll shows that Redis does not know the last message received;
 * - when the last message is still missing one poll later. Then another connection is made.
 * Whoever reads the store again after that has everything: the number from which on losses are noticed is read first.
 */
export class Subscription {
  readonly #parts: SubscriptionParts
  readonly #groups = new Map<string, ChannelGroup>()
  readonly #gate = new Gate()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  /** The connection, from the first attempt to make it. */
  #connection: Redis | null = null

  /** `permanent` channels are subscribed to from the beginning: the first connection, too, is reported. */
  constructor(parts: SubscriptionParts, permanent: readonly string[] = []) {
    this.#parts = parts
    for (const name of permanent) this.#retain(name).reliedOn = true
    this.#running = this.#run()
  }

  /**
   * Subscribes to a channel. From now on (when it resolves) its messages are received. Calls nest. Redis is asked each
   * time, so that a follower learns at once when it does not answer.
   * @throws CodedError `unavailable`; the channel is then not followed.
   */
  async follow(name: string): Promise<void> {
    const channel = this.#retain(name)
    try {
      await this.#gate.pass()
      await this.#connection!.subscribe(name)
      if (channel.received === null) await channel.group.startCounting([channel])
      channel.reliedOn = true
    } catch (error) {
      this.#release(channel)
      this.#parts.failed(error)
      throw unavailable(error)
    }
  }

  unfollow(name: string): void {
    const channel = this.#channel(name)
    if (channel) this.#release(channel)
  }

  async close(): Promise<void> {
    for (const group of this.#groups.values()) group.close()
    this.#closing.abort()
    this.#gate.shut(new Error('the store is closed'))
    this.#connection?.disconnect()
    await this.#running
  }

  #channel(name: string): Channel | undefined {
    return this.#groups.get(this.#parts.groupOf(name))?.get(name)
  }

  /** Adds a follower to a channel, which may be new. */
  #retain(name: string): Channel {
    const key = this.#parts.groupOf(name)
    const group = this.#groups.get(key) ?? this.#openGroup(key)
    const channel = group.get(name) ?? group.add(name)
    channel.followers += 1
    return channel
  }

  #openGroup(key: string): ChannelGroup {
    const { lastPublished, times } = this.#parts
    const group = new ChannelGroup({
      lastPublished: (names) => lastPublished(key, names),
      interrupted: (channel) => this.#interrupted(channel),
      // The end of the connection is followed by another one, and by interruptions.
      lost: () => this.#connection?.disconnect(),
      pollMs: times.poll,
    })
    this.#groups.set(key, group)
    return group
  }

  #release(channel: Channel): void {
    const { name, group } = channel
    channel.followers -= 1
    if (channel.followers > 0 || !this.#isFollowed(channel)) return
    group.remove(channel)
    if (group.isEmpty) {
      group.close()
      this.#groups.delete(this.#parts.groupOf(name))
    }
    // Without a connection there is no subscription to end.
    this.#connection?.unsubscribe(name).catch(() => undefined)
  }

  #isFollowed(channel: Channel): boolean {
    return this.#channel(channel.name) === channel
  }

  #interrupted({ name, reliedOn }: Channel): void {
    if (reliedOn) this.#parts.interrupted(name)
  }

  /** Connects again and again until closed. */
  async #run(): Promise<void> {
    const { signal } = this.#closing
    const { reconnect } = this.#parts.times
    for (let failures = 0; !signal.aborted;) {
      failures = (await this.#connect()) ? 1 : failures + 1
      await pause(backoff(failures, { first: FIRST_RECONNECT_MS, longest: reconnect }), signal)
    }
  }

  /** Makes a connection and uses it until it ends. Resolves with whether it could be used. */
  async #connect(): Promise<boolean> {
    const connection = this.#parts.open()
    const ended = new Promise((resolve) => connection.once('end', resolve))
    // The promises report what is wrong.
    connection.on('error', () => undefined)
    connection.on('message', (name: string, text: string) => this.#receive(name, text))
    this.#connection = connection
    try {
      await connection.connect()
      await this.#resume(connection)
      this.#gate.open()
      await ended
      this.#gate.lose()
      return true
    } catch (error) {
      this.#gate.shut(error)
      this.#parts.failed(error)
      return false
    } finally {
      connection.disconnect()
    }
  }

  /** Subscribes to all channels again, and reports them: some at a time, as there may be many. */
  async #resume(connection: Redis): Promise<void> {
    const channels = [...this.#groups.values()].flatMap((group) => group.all())
    for (const channel of channels) channel.received = channel.polled = null
    const portions = Array.from({ length: Math.ceil(channels.length / MOST_AT_ONCE) }, (_, index) =>
      channels.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
    )
    const limit = pLimit(PORTIONS_IN_FLIGHT)
    await limit.map(portions, (portion) => this.#resumeSome(connection, portion))
  }

  async #resumeSome(connection: Redis, channels: readonly Channel[]): Promise<void> {
    const followed = channels.filter((channel) => this.#isFollowed(channel))
    if (followed.length === 0) return
    await connection.subscribe(...followed.map(({ name }) => name))
    const groups = new Set(followed.map(({ group }) => group))
    await Promise.all(
      Array.from(groups, (group) => group.startCounting(followed.filter((channel) => channel.group === group))),
    )
    for (const channel of followed) this.#interrupted(channel)
  }

  #receive(name: string, text: string): void {
    const channel = this.#channel(name)
    if (!channel) return
    const first = text.indexOf(' ')
    const second = text.indexOf(' ', first + 1)
    this.#count(channel, Number(text.slice(0, first)), Number(text.slice(first + 1, second)))
    this.#parts.message(name, text.slice(second + 1))
  }

  #count(channel: Channel, before: number, number: number): void {
    const { received } = channel
    if (received !== null && number <= received) return
    channel.received = number
    if (received !== null && before !== received) this.#interrupted(channel)
  }
}
