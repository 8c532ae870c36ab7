import { BackgroundWork } from '../../time/index.ts'

/** A channel that is subscribed to, or about to be. The numbers of messages are described in scripts/broadcast.ts. */
export interface Channel {
  readonly name: string
  readonly group: ChannelGroup
  followers: number
  /** Whether someone relies on it, so that an interruption must be reported. */
  reliedOn: boolean
  /** All messages up to this number were received, or their loss was reported; null until the first number is known. */
  received: number | null
  /** The number of the last message when it was last polled. */
  polled: number | null
}

export interface ChannelGroupParts {
  /** The numbers of the last messages of some channels of this group, in the same order; 0 if there is none. */
  lastPublished: (names: readonly string[]) => Promise<number[]>
  /** Messages of a channel were lost by Redis, not on the way. */
  interrupted: (channel: Channel) => void
  /** A message that was published had not been received one poll later. */
  lost: () => void
  pollMs: number
}

/** How many channels one command subscribes to, and how many more a poll asks about than the poll before. */
export const MOST_AT_ONCE = 250

/**
 * Channels whose last numbers can be read together. They are polled for messages that were lost at the end:
 * `MOST_AT_ONCE` of them with one command, and the next ones at the next poll. A channel of which a message is missing
 * is polled again at the next poll, in addition. So the loss of a last message is noticed after at most
 * `ceil(channels / MOST_AT_ONCE) + 1` polls.
 */
export class ChannelGroup {
  readonly #parts: ChannelGroupParts
  /** By name. Those that are polled next come first. */
  readonly #channels = new Map<string, Channel>()
  readonly #polls: BackgroundWork

  constructor(parts: ChannelGroupParts) {
    this.#parts = parts
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs: parts.pollMs,
      waitsFirst: true,
      // The next poll asks about the same channels.
      failed: () => undefined,
    })
  }

  get isEmpty(): boolean {
    return this.#channels.size === 0
  }

  get(name: string): Channel | undefined {
    return this.#channels.get(name)
  }

  all(): Channel[] {
    return [...this.#channels.values()]
  }

  add(name: string): Channel {
    const channel: Channel = { name, group: this, followers: 0, reliedOn: false, received: null, polled: null }
    this.#channels.set(name, channel)
    return channel
  }

  remove({ name }: Channel): void {
    this.#channels.delete(name)
  }

  close(): void {
    void this.#polls.stop()
  }

  /**
   * After this, losses are noticed in some channels. What was published before is read by those who begin to follow, or
   * are interrupted.
   */
  async startCounting(channels: readonly Channel[]): Promise<void> {
    const numbers = await this.#parts.lastPublished(channels.map(({ name }) => name))
    for (const [index, channel] of channels.entries()) {
      channel.received = Math.max(channel.received ?? 0, numbers[index]!)
    }
  }

  async #poll(): Promise<void> {
    const asked = this.#next().map((channel) => ({ channel, received: channel.received }))
    const numbers = await this.#parts.lastPublished(asked.map(({ channel }) => channel.name))
    for (const [index, { channel, received }] of asked.entries()) this.#compare(channel, received, numbers[index]!)
  }

  #next(): Channel[] {
    const next: Channel[] = []
    let left = MOST_AT_ONCE
    for (const channel of this.#channels.values()) {
      if (!lacksMessages(channel) && left-- === 0) break
      next.push(channel)
    }
    return next
  }

  /** @param received the number of the last message that was received when Redis was asked. */
  #compare(channel: Channel, received: number | null, last: number): void {
    // The connection has begun again meanwhile.
    if (received === null || channel.received === null) return
    if (lacksMessages(channel)) this.#parts.lost()
    channel.polled = last
    if (received > last) {
      // A server has taken over that lacks the message, or what it was about has expired.
      if (channel.received === received) channel.received = last
      this.#parts.interrupted(channel)
    }
    if (!lacksMessages(channel)) this.#putLast(channel)
  }

  #putLast(channel: Channel): void {
    if (!this.#channels.delete(channel.name)) return
    this.#channels.set(channel.name, channel)
  }
}

const lacksMessages = ({ polled, received }: Channel): boolean =>
  polled !== null && received !== null && polled > received
