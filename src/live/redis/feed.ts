import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Audience } from '../audience.ts'
import type { MatchNews } from '../news.ts'
import { unavailable } from '../unavailable.ts'
import { reconnectDelay } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Gate } from './gate.ts'

/** What is published on a shard's channel. */
interface Message {
  /** How many there were on this channel, this one included. */
  number: number
  news: MatchNews
}

/** A shard that is listened to. */
interface Channel {
  shard: number
  followers: number
  /** The number of the last message heard, null while it isn't known how many there were before. */
  heard: number | null
  /** How many messages there were when last looked. */
  published: number | null
}

export interface FeedParts {
  audience: Audience
  /** A connection that is not yet made and does not reconnect. */
  open: () => Redis
  channelName: (shard: number) => string
  /** How many messages were published on a shard's channel. Takes away what has expired in the shard. */
  tend: (shard: number) => Promise<number>
  times: Pick<RedisTimes, 'reconnect' | 'tend'>
}

/**
 * Hears what is published and tells it on. Nothing is lost unnoticed: after each new connection, after a gap in the numbers
 * of a channel's messages, and when fewer were heard than were published (a cluster's nodes may fail to pass a message on,
 * and a connection may be dead without a sign), the listener is told of an interruption.
 */
export class Feed {
  readonly #parts: FeedParts
  readonly #channels = new Map<string, Channel>()
  readonly #gate = new Gate()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #timer: NodeJS.Timeout
  /** The connection, from the first attempt to make it. */
  #opened: Redis | null = null
  /** The connection, once it is made. */
  #connection: Redis | null = null
  #tending = false

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#running = this.#run()
    this.#timer = setInterval(() => void this.#tend(), parts.times.tend).unref()
  }

  /**
   * Redis is asked each time, also for a shard that is followed already: nobody is told that he follows while it is gone.
   * @throws CodedError `unavailable`; the shard is then not followed.
   */
  async follow(shard: number): Promise<void> {
    const name = this.#parts.channelName(shard)
    const channel = this.#channels.get(name) ?? { shard, followers: 0, heard: null, published: null }
    this.#channels.set(name, channel)
    channel.followers += 1
    try {
      await this.#gate.pass()
      await this.#connection!.subscribe(name)
      if (channel.heard === null) await this.#startCounting(channel)
    } catch (error) {
      this.#release(name, channel)
      throw unavailable(error)
    }
  }

  unfollow(shard: number): void {
    const name = this.#parts.channelName(shard)
    const channel = this.#channels.get(name)
    if (channel) this.#release(name, channel)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    this.#gate.shut(new Error('the store is closed'))
    this.#opened?.disconnect()
    await this.#running
  }

  #release(name: string, channel: Channel): void {
    channel.followers -= 1
    if (channel.followers > 0 || this.#channels.get(name) !== channel) return
    this.#channels.delete(name)
    // Without a connection there is nothing to take back.
    this.#connection?.unsubscribe(name).catch(() => undefined)
  }

  /** From the next message on it can be told whether one is missing. */
  async #startCounting(channel: Channel): Promise<void> {
    const published = await this.#parts.tend(channel.shard)
    channel.heard ??= published
  }

  /** Connects again and again until closed. */
  async #run(): Promise<void> {
    const { audience, open, times } = this.#parts
    const { signal } = this.#closing
    let missed = false
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const connection = open()
      const ended = new Promise((resolve) => connection.once('end', resolve))
      // What is wrong is said by the promises.
      connection.on('error', () => undefined)
      connection.on('message', (name: string, text: string) => this.#hear(name, text))
      this.#opened = connection
      try {
        await connection.connect()
        this.#connection = connection
        await this.#resume(connection)
        attempt = 0
        this.#gate.open()
        if (missed) audience.interrupted()
        missed = true
        await ended
        this.#gate.lose()
      } catch (error) {
        this.#gate.shut(error)
      }
      this.#connection = null
      connection.disconnect()
      await delay(reconnectDelay(attempt + 1, times.reconnect), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #resume(connection: Redis): Promise<void> {
    const channels = [...this.#channels]
    if (channels.length === 0) return
    for (const [, channel] of channels) channel.heard = channel.published = null
    await connection.subscribe(...channels.map(([name]) => name))
    await Promise.all(channels.map(([, channel]) => this.#startCounting(channel)))
  }

  #hear(name: string, text: string): void {
    const channel = this.#channels.get(name)
    if (!channel) return
    const { audience } = this.#parts
    const { number, news } = JSON.parse(text) as Message
    const missing = channel.heard !== null && number > channel.heard + 1
    channel.heard = number
    if (missing) audience.interrupted()
    audience.notify(news)
  }

  /** Looks after the shards that are listened to. */
  async #tend(): Promise<void> {
    if (this.#tending) return
    this.#tending = true
    const looks = await Promise.allSettled([...this.#channels.values()].map((channel) => this.#look(channel)))
    this.#tending = false
    // A new connection may be to another node, and is followed by all that follows one.
    if (looks.some((look) => look.status === 'fulfilled' && look.value === 'lacking')) this.#connection?.disconnect()
  }

  /** Whether something is still to be heard that was published before the last look. */
  async #look(channel: Channel): Promise<'whole' | 'lacking'> {
    const before = channel.published
    const published = await this.#parts.tend(channel.shard)
    const lacking = before !== null && channel.heard !== null && channel.heard < before
    channel.published = published
    return lacking ? 'lacking' : 'whole'
  }
}
