import type { Archive } from '../history/index.ts'
import type { Matches } from '../matches/index.ts'
import type { ChatLine, ChatRoom, PlayerRef, ReportedMatch } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { foldable, foldRecord, summaryOf } from '../record/index.ts'

interface EvidenceParts {
  matches: Pick<Matches, 'chats' | 'views'>
  archive: Pick<Archive, 'record' | 'chat'>
}

const LINES_PER_PAGE = 100
/** How many of the last lines of a stored chat moderators see, as many as of a live one. */
const MOST_LINES = 200

/** What was said and done in a match: of a live match, or of a finished game. Methods throw CodedError `unavailable`. */
export class Evidence {
  readonly #parts: EvidenceParts

  constructor(parts: EvidenceParts) {
    this.#parts = parts
  }

  /**
   * A line of the room of a player, with that room; null if there is none.
   * @throws CodedError `unknown-match`, `code-needed`.
   */
  async line(
    player: PlayerRef,
    match: string,
    number: number,
    code?: string,
  ): Promise<{ room: ChatRoom; line: ChatLine } | null> {
    const live = await ifLive(this.#parts.matches.chats.line(player, match, number, code).then((found) => ({ found })))
    if (live?.found) return live.found
    const chat = await this.#storedChat(match)
    if (!chat && !live) throw new CodedError('unknown-match')
    if (!chat) return null
    const line = chat.players.includes(player.id) && chat.lines.find((each) => each.number === number)
    return line ? { room: 'players', line } : null
  }

  /**
   * Requires that a player may watch a match. A finished game is open to everyone who knows its id.
   * @throws CodedError `code-needed`.
   */
  async requireAdmitted(player: PlayerRef, match: string, code?: string): Promise<void> {
    await ifLive(this.#parts.matches.views.requireAdmitted(player, match, code))
  }

  /** The match, with its chat; null if it is no longer known. */
  async match(id: string): Promise<ReportedMatch | null> {
    const { matches, archive } = this.#parts
    const live = await ifLive(matches.views.summary(id))
    if (live) return { ...live, chat: await matches.chats.rooms(id) }
    const [record, chat] = await Promise.all([archive.record(id), this.#storedChat(id)])
    if (!record || !chat) return null
    return {
      ...summaryOf(foldRecord(foldable(record))),
      chat: { players: chat.lines.slice(-MOST_LINES), spectators: [] },
    }
  }

  async #storedChat(match: string): Promise<{ players: string[]; lines: ChatLine[] } | null> {
    const lines: ChatLine[] = []
    let cursor: string | undefined
    for (;;) {
      const query = { limit: LINES_PER_PAGE, ...(cursor !== undefined && { cursor }) }
      const found = await this.#parts.archive.chat(match, query)
      if (!found) return null
      lines.push(...found.page.lines)
      cursor = found.page.next
      if (cursor === undefined) return { players: found.players, lines }
    }
  }
}

/** What the live matches have; null if they do not have the match, or cannot fold it. */
async function ifLive<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'unknown-match' || error.code === 'other-rules')) return null
    throw error
  }
}
