import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Limiters } from '../limits/index.ts'
import { spend } from '../limits/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { Chat, ChatLine, ChatRoom, MuteRequest, PlayerRef, SayRequest } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { seatOf } from '../record/index.ts'
import { CHAT_PHRASES } from '../text/index.ts'
import { requireInvited } from './access.ts'
import { chatText } from './chat-text.ts'
import type { Replicas } from './replica/replicas.ts'
import { requireSeat } from './requirements.ts'

/** How many lines one player may say in how many seconds, over all matches. */
const RATE = { points: 6, duration: 10 }

/**
 * What players say to each other, and spectators to each other, during a match and after it. All methods throw
 * CodedError `unknown-match` and `unavailable`, in addition to what they name.
 */
export class Chats {
  readonly #store: LiveStore
  readonly #replicas: Replicas
  readonly #requireTalk: (player: string) => void
  readonly #rate: RateLimiterAbstract

  /** @param requireTalk throws CodedError `muted` for a player who must not talk. */
  constructor(store: LiveStore, replicas: Replicas, requireTalk: (player: string) => void, limiters: Limiters) {
    this.#store = store
    this.#replicas = replicas
    this.#requireTalk = requireTalk
    this.#rate = limiters.limiter('chat', RATE)
  }

  /** Says something in the player's room. @throws CodedError `muted`, `code-needed`, `bad-request`, `rate-limited`. */
  async say(player: PlayerRef, { match, text, phrase, code }: SayRequest): Promise<ChatLine> {
    this.#requireTalk(player.id)
    const words = phrase === undefined ? { text: chatText(text ?? '') } : { text: CHAT_PHRASES[phrase], phrase }
    return this.#replicas.use(match, async ({ fold }) => {
      requireInvited(fold, player, code)
      await spend(this.#rate, player.id)
      const seat = seatOf(fold, player.id)
      const line = { from: player, ...words, ...(seat !== null && { seat }) }
      const said = await this.#store.say(match, roomOf(fold, player), line)
      if (!said) throw new CodedError('unknown-match')
      return said
    })
  }

  /** The last lines of the player's room. @throws CodedError `code-needed`. */
  async read(player: PlayerRef, match: string, code?: string): Promise<Chat> {
    return this.#replicas.use(match, async ({ fold }) => {
      requireInvited(fold, player, code)
      const room = roomOf(fold, player)
      const [lines, muted] = await Promise.all([this.#store.chat(match, room), this.#hasMuted(fold, player)])
      return { match, room, muted, lines: muted ? lines.filter(({ from }) => from.id === player.id) : lines }
    })
  }

  /**
   * A line of the player's room, also of a player who is muted there; null if the room does not have it (any more).
   * @throws CodedError `code-needed`.
   */
  async line(
    player: PlayerRef,
    match: string,
    number: number,
    code?: string,
  ): Promise<{ room: ChatRoom; line: ChatLine } | null> {
    return this.#replicas.use(match, async ({ fold }) => {
      requireInvited(fold, player, code)
      const room = roomOf(fold, player)
      const line = (await this.#store.chat(match, room)).find((each) => each.number === number)
      return line ? { room, line } : null
    })
  }

  /** The last lines of both rooms, for moderators. */
  async rooms(match: string): Promise<Record<ChatRoom, ChatLine[]>> {
    const [players, spectators] = await Promise.all([
      this.#store.chat(match, 'players'),
      this.#store.chat(match, 'spectators'),
    ])
    return { players, spectators }
  }

  /** Whether a player has muted the other one. */
  async #hasMuted(fold: Fold, player: PlayerRef): Promise<boolean> {
    const seat = seatOf(fold, player.id)
    return seat !== null && (await this.#store.muted(fold.header.id)).includes(seat)
  }

  /** Mutes the other player for this one, or takes that back. @throws CodedError `not-your-match`. */
  async mute(player: PlayerRef, { match, muted }: MuteRequest): Promise<void> {
    await this.#replicas.use(match, ({ fold }) => this.#store.mute(match, requireSeat(fold, player), muted))
  }
}

const roomOf = (fold: Fold, player: PlayerRef): ChatRoom =>
  seatOf(fold, player.id) === null ? 'spectators' : 'players'
