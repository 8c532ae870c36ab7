import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { reconnectDelay } from '../client.ts'
import type { RedisTimes } from '../client.ts'

export interface LobbyFeedParts {
  channel: string
  /** A connection that is not yet made and does not reconnect. */
  open: () => Redis
  /** How many messages were published so far. */
  published: () => Promise<number>
  /** Takes a message. */
  hear: (text: string) => void
  interrupted: () => void
  times: Pick<RedisTimes, 'reconnect' | 'tend'>
}

/**
 * Hears what is published in the lobby and tells it on. Nothing is lost unnoticed: with each new connection, after a gap in the
 * numbers of the messages, and when fewer were heard than were published, an interruption is told.
 */
export class LobbyFeed {
  readonly #parts: LobbyFeedParts
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #timer: NodeJS.Timeout
  #connection: Redis | null = null
  /** The number of the last message heard, null while it isn't known how many there were before. */
  #heard: number | null = null
  /** How many messages there were when last looked. */
  #published: number | null = null

  constructor(parts: LobbyFeedParts) {
    this.#parts = parts
    this.#running = this.#run()
    this.#timer = setInterval(() => void this.#look(), parts.times.tend).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    this.#connection?.disconnect()
    await this.#running
  }

  /** Connects again and again until closed. */
  async #run(): Promise<void> {
    const { channel, open, published, times, interrupted } = this.#parts
    const { signal } = this.#closing
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const connection = open()
      const ended = new Promise((resolve) => connection.once('end', resolve))
      // What is wrong is said by the promises.
      connection.on('error', () => undefined)
      connection.on('message', (_channel: string, text: string) => this.#hear(text))
      this.#connection = connection
      this.#heard = this.#published = null
      try {
        await connection.connect()
        await connection.subscribe(channel)
        this.#heard ??= await published()
        attempt = 0
        interrupted()
        await ended
      } catch {
        // The commands say that Redis does not answer.
      }
      connection.disconnect()
      await delay(reconnectDelay(attempt + 1, times.reconnect), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #hear(text: string): void {
    const { number } = JSON.parse(text) as { number: number }
    const missing = this.#heard !== null && number > this.#heard + 1
    this.#heard = number
    if (missing) this.#parts.interrupted()
    this.#parts.hear(text)
  }

  /** A connection may be dead without a sign: then another one is made. */
  async #look(): Promise<void> {
    const before = this.#published
    const published = await this.#parts.published().catch(() => null)
    if (published === null) return
    if (before !== null && this.#heard !== null && this.#heard < before) this.#connection?.disconnect()
    else this.#published = published
  }
}
