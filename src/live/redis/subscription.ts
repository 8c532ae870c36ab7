import type { Redis } from 'ioredis'
import { backoff, pause } from '../../time/index.ts'
import { unavailable } from '../unavailable.ts'
import { FIRST_RECONNECT_MS } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Gate } from './gate.ts'

/** A channel that is subscribed to, or about to be. The numbers of messages are described in scripts/broadcast.ts. */
interface Channel {
  followers: number
  /** Whether somebody relies on it, so that an interruption must be reported. */
  reliedOn: boolean
  /** All messages up to this number were received, or their loss was reported; null until the first number is known. */
  received: number | null
  /** The number of the last message when it was last polled. */
  polled: number | null
}

export interface SubscriptionParts {
  /** Creates a connection that is not yet made and does not reconnect, in a cluster each time to another node. */
  open: () => Redis
  /** The number of the last message that was published to a channel. */
  lastPublished: (channel: string) => Promise<number>
  /** Receives each message, without its numbers. */
  message: (text: string) => void
  /** Messages may have been lost. */
  interrupted: () => void
  times: Pick<RedisTimes, 'reconnect' | 'poll'>
}

/**
 * Receives what is published to some channels. Redis delivers a message at most once: it is lost while there is no
 * connection, and the nodes of a cluster may fail to pass it on. No loss goes unnoticed: `interrupted` is called
 * - after each new connection;
 * - when the number before a message is not that of the last message received. This includes a server that took over
 *   without the last messages of the one before it, however many it has published since;
 * - when the last message is still missing one poll later. Then another connection is made.
 * Whoever reads the store again after that has everything: the number from which on losses are noticed is read first.
 */
export class Subscription {
  readonly #parts: SubscriptionParts
  readonly #channels = new Map<string, Channel>()
  readonly #gate = new Gate()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #timer: NodeJS.Timeout
  /** The connection, from the first attempt to make it. */
  #connection: Redis | null = null
  #isPolling = false

  /** `permanent` channels are subscribed to from the beginning: the first connection, too, is reported. */
  constructor(parts: SubscriptionParts, permanent: readonly string[] = []) {
    this.#parts = parts
    for (const name of permanent) {
      this.#channels.set(name, { followers: 1, reliedOn: true, received: null, polled: null })
    }
    this.#running = this.#run()
    this.#timer = setInterval(() => void this.#poll(), parts.times.poll).unref()
  }

  /**
   * Subscribes to a channel. From now on (when it resolves) its messages are received. Calls nest. Redis is asked each
   * time, so that a follower learns at once when it does not answer.
   * @throws CodedError `unavailable`; the channel is then not followed.
   */
  async follow(name: string): Promise<void> {
    const channel = this.#channels.get(name) ?? { followers: 0, reliedOn: false, received: null, polled: null }
    this.#channels.set(name, channel)
    channel.followers += 1
    try {
      await this.#gate.pass()
      await this.#connection!.subscribe(name)
      if (channel.received === null) await this.#startCounting(name, channel)
      channel.reliedOn = true
    } catch (error) {
      this.#release(name, channel)
      throw unavailable(error)
    }
  }

  unfollow(name: string): void {
    const channel = this.#channels.get(name)
    if (channel) this.#release(name, channel)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    this.#gate.shut(new Error('the store is closed'))
    this.#connection?.disconnect()
    await this.#running
  }

  #release(name: string, channel: Channel): void {
    channel.followers -= 1
    if (channel.followers > 0 || this.#channels.get(name) !== channel) return
    this.#channels.delete(name)
    // Without a connection there is no subscription to end.
    this.#connection?.unsubscribe(name).catch(() => undefined)
  }

  /** Connects again and again until closed. */
  async #run(): Promise<void> {
    const { signal } = this.#closing
    const { reconnect } = this.#parts.times
    for (let failures = 0; !signal.aborted; ) {
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
      return false
    } finally {
      connection.disconnect()
    }
  }

  async #resume(connection: Redis): Promise<void> {
    const channels = [...this.#channels]
    if (channels.length === 0) return
    for (const [, channel] of channels) channel.received = channel.polled = null
    await connection.subscribe(...channels.map(([name]) => name))
    await Promise.all(channels.map(([name, channel]) => this.#startCounting(name, channel)))
    if (channels.some(([, channel]) => channel.reliedOn)) this.#parts.interrupted()
  }

  /**
   * After this, a loss is noticed. What was published before is read by those who begin to follow, or are interrupted.
   */
  async #startCounting(name: string, channel: Channel): Promise<void> {
    const last = await this.#parts.lastPublished(name)
    channel.received = Math.max(channel.received ?? 0, last)
  }

  #receive(name: string, text: string): void {
    const channel = this.#channels.get(name)
    if (!channel) return
    const first = text.indexOf(' ')
    const second = text.indexOf(' ', first + 1)
    this.#count(channel, Number(text.slice(0, first)), Number(text.slice(first + 1, second)))
    this.#parts.message(text.slice(second + 1))
  }

  #count(channel: Channel, before: number, number: number): void {
    const { received } = channel
    if (received !== null && number <= received) return
    channel.received = number
    if (received !== null && before !== received) this.#parts.interrupted()
  }

  /** Looks for messages that were lost at the end. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    const polls = await Promise.allSettled([...this.#channels].map((channel) => this.#isWhole(...channel)))
    this.#isPolling = false
    // The end of the connection is followed by another one, and by an interruption.
    if (polls.some((poll) => poll.status === 'fulfilled' && !poll.value)) this.#connection?.disconnect()
  }

  /**
   * Whether all was received that had been published by the last poll, and Redis knows what was received. A server that
   * took over does not know it all if it lacks the last messages.
   */
  async #isWhole(name: string, channel: Channel): Promise<boolean> {
    const { received, polled } = channel
    const last = await this.#parts.lastPublished(name)
    channel.polled = last
    if (channel.received === null || received === null) return true
    return (polled === null || polled <= channel.received) && received <= last
  }
}
