import type { AskOptions } from '../connection/ask.ts'
import type { Connection } from '../connection/connection.ts'
import { isPerhapsDone } from '../errors.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Chat, ChatLine } from '../protocol.ts'
import type { ChatPhrase } from '../texts.ts'
import type { ChatState } from './state.ts'

/** As many as the server keeps. */
const MOST_LINES = 200

/** What is said: written, or a set phrase. */
type Said = { text: string } | { phrase: ChatPhrase }

interface ChatParts {
  connection: Connection
  /** `code`: of a spectator of a private match. */
  at: { match: string; code?: string }
  /** The id of this player. */
  player: () => string | undefined
  patienceMs: number
  /** Called with each new state, and with the line that made it. */
  changed: (chat: ChatState, line?: ChatLine) => void
}

/** The room of a match in which this viewer reads and writes. */
export class MatchChat {
  readonly #parts: ChatParts
  #state: ChatState | null = null
  /** Counts the reads: an answer to any but the last one is dropped. */
  #reads = 0
  /** The lines since the last read was sent: they may be later than its answer. */
  #saidSince: { room: ChatState['room']; line: ChatLine }[] = []
  #saying: Promise<unknown> = Promise.resolve()

  constructor(parts: ChatParts) {
    this.#parts = parts
  }

  /** Reads the room: something may have been said while nobody listened. @throws CuriaError */
  async read(options: AskOptions<Chat> = {}): Promise<Chat> {
    const read = (this.#reads += 1)
    this.#saidSince = []
    const { connection, at } = this.#parts
    return connection.ask('chat:read', at, {
      ...options,
      receive: (chat) => {
        if (read === this.#reads) this.#enter(chat)
      },
    })
  }

  #enter({ room, lines, muted }: Chat): void {
    const since = this.#saidSince.filter((said) => said.room === room).map(({ line }) => line)
    this.#set({ room, lines: since.reduce(withLine, lines), muted })
  }

  /** Takes a line that was said in a room. */
  receive(room: ChatState['room'], line: ChatLine): void {
    this.#saidSince = [...this.#saidSince, { room, line }].slice(-MOST_LINES)
    const { lines, muted } = this.#state?.room === room ? this.#state : { lines: [], muted: false }
    const after = withLine(lines, line)
    if (after !== lines) this.#set({ room, lines: after, muted }, line)
  }

  #set({ lines, ...chat }: ChatState, line?: ChatLine): void {
    this.#state = replaceShared(this.#state, { ...chat, lines: lines.slice(-MOST_LINES) })
    this.#parts.changed(this.#state, line)
  }

  /**
   * Says something, one line after the other. If a connection breaks before the answer, the room shows whether it was
   * said; if it was not, it is said again.
   * @throws CuriaError
   */
  say(words: Said): Promise<ChatLine> {
    const said = this.#saying.then(() => this.#say(words))
    this.#saying = said.catch(() => undefined)
    return said
  }

  async #say(words: Said): Promise<ChatLine> {
    const { connection, at, patienceMs, player } = this.#parts
    if (!this.#state) await this.read({ patienceMs })
    for (;;) {
      const { room, lines: known } = this.#state!
      const last = known.at(-1)?.number ?? 0
      try {
        const { line } = await connection.ask(
          'chat:say',
          { ...at, ...words },
          {
            once: true,
            patienceMs,
            receive: ({ line }) => this.receive(room, line),
          },
        )
        return line
      } catch (error) {
        if (!isPerhapsDone(error)) throw error
        const { lines } = await this.read({ patienceMs })
        const line = lines.find(({ number, from }) => number > last && from.id === player())
        if (line) return line
      }
    }
  }

  /** Mutes the other player, or takes that back. @throws CuriaError */
  async mute(muted: boolean): Promise<void> {
    const { connection, at, patienceMs } = this.#parts
    await connection.ask('chat:mute', { match: at.match, muted }, { patienceMs })
    await this.read({ patienceMs })
  }
}

/** The lines with one more, in their order; the same if it is among them. */
function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  if (lines.some(({ number }) => number === line.number)) return lines
  return [...lines, line].sort((a, b) => a.number - b.number)
}
