import { RateLimiterMemory } from 'rate-limiter-flexible'
import { spend } from '../limits/index.ts'
import type { LiveStore } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Chat, ChatLine, ChatRoom, MuteRequest, PlayerRef, SayRequest } from '../protocol/index.ts'
import { seatOf } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import { requireAdmitted } from './answers.ts'
import { chatText } from './chat-text.ts'
import type { Feeds } from './feeds.ts'
import { requireSeat } from './judge.ts'

/** Lines that one player may say in so many seconds, over all matches. */
const RATE = { points: 6, duration: 10 }

/** What players, and spectators among themselves, say during a match and after it. */
export class Chats {
  readonly #store: LiveStore
  readonly #feeds: Feeds
  readonly #rate = new RateLimiterMemory(RATE)

  constructor(store: LiveStore, feeds: Feeds) {
    this.#store = store
    this.#feeds = feeds
  }

  async say(player: PlayerRef, { match, text, code }: SayRequest): Promise<ChatLine> {
    const clean = chatText(text)
    return this.#feeds.use(match, async ({ fold }) => {
      requireAdmitted(fold, player, code)
      await spend(this.#rate, player.id)
      const seat = seatOf(fold, player.id)
      const line = await this.#store.say(match, roomOf(fold, player), { from: player, text: clean, ...(seat !== null && { seat }) })
      if (!line) throw new CodedError('unknown-match')
      return line
    })
  }

  async read(player: PlayerRef, match: string, code?: string): Promise<Chat> {
    return this.#feeds.use(match, async ({ fold }) => {
      requireAdmitted(fold, player, code)
      const room = roomOf(fold, player)
      const [lines, muted] = await Promise.all([this.#store.chat(match, room), this.#hasMuted(fold, player)])
      return { match, room, muted, lines: muted ? lines.filter(({ from }) => from.id === player.id) : lines }
    })
  }

  /** Whether a player does not want to read the other one. */
  async #hasMuted(fold: Fold, player: PlayerRef): Promise<boolean> {
    const seat = seatOf(fold, player.id)
    return seat !== null && (await this.#store.muted(fold.header.id)).includes(seat)
  }

  async mute(player: PlayerRef, { match, muted }: MuteRequest): Promise<void> {
    await this.#feeds.use(match, ({ fold }) => this.#store.mute(match, requireSeat(fold, player), muted))
  }
}

const roomOf = (fold: Fold, player: PlayerRef): ChatRoom => (seatOf(fold, player.id) === null ? 'spectators' : 'players')
