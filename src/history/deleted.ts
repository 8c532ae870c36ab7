import { DELETED_NAME } from '../protocol/index.ts'
import type { ChatLine, PlayerRef } from '../protocol/index.ts'
import type { Entry, MatchRecord } from '../record/index.ts'
import type { FinishedGame } from './finished.ts'

/** What stands where a player who has deleted himself was named, and where he said something. */
export const DELETED = { name: DELETED_NAME, text: '(deleted)' }

/** A record that does not name some of its players. Nothing that it proves depends on their names. */
export function namelessRecord(record: MatchRecord, deleted: ReadonlySet<string>): MatchRecord {
  const nameless = (player: PlayerRef): PlayerRef => namelessPlayer(player, deleted)
  const { host } = record.header
  const entry = (entry: Entry): Entry =>
    entry.body.type === 'join' ? { ...entry, body: { ...entry.body, player: nameless(entry.body.player) } } : entry
  return {
    ...record,
    header: { ...record.header, host: { ...host, player: nameless(host.player) } },
    entries: record.entries.map(entry),
  }
}

/** A game that does not name some of its players, and in which they said nothing. */
export function namelessGame(game: FinishedGame, deleted: ReadonlySet<string>): FinishedGame {
  const [first, second] = game.players
  const unsaid = (line: ChatLine): ChatLine => ({ ...line, from: namelessPlayer(line.from, deleted), text: DELETED.text })
  return {
    ...game,
    record: namelessRecord(game.record, deleted),
    players: [namelessPlayer(first, deleted), namelessPlayer(second, deleted)],
    chat: game.chat.map((line) => (deleted.has(line.from.id) ? unsaid(line) : line)),
  }
}

const namelessPlayer = (player: PlayerRef, deleted: ReadonlySet<string>): PlayerRef =>
  deleted.has(player.id) ? { ...player, name: DELETED.name } : player
