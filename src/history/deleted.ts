import type { ChatLine, PlayerRef } from '../protocol/index.ts'
import { DELETED_NAME } from '../protocol/index.ts'
import type { Entry, MatchRecord } from '../record/index.ts'
import type { FinishedGame } from './finished.ts'

/** What replaces the name and the chat lines of a deleted player. */
export const DELETED = { name: DELETED_NAME, text: '(deleted)' }

/** The players that a record names. Nothing else of the record of a finished game ever changes. */
export const playersIn = ({ header, entries }: MatchRecord): PlayerRef[] => [
  header.host.player,
  ...entries.flatMap(({ body }) => (body.type === 'join' ? [body.player] : [])),
]

/** A record without the names of some players. What the record proves does not depend on names. */
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

/** A game without the names and the chat lines of some players. */
export function namelessGame(game: FinishedGame, deleted: ReadonlySet<string>): FinishedGame {
  const [first, second] = game.players
  const emptied = ({ number, at, from, seat }: ChatLine): ChatLine => ({
    number,
    at,
    from: namelessPlayer(from, deleted),
    ...(seat !== undefined && { seat }),
    text: DELETED.text,
  })
  return {
    ...game,
    record: namelessRecord(game.record, deleted),
    players: [namelessPlayer(first, deleted), namelessPlayer(second, deleted)],
    chat: game.chat.map((line) => (deleted.has(line.from.id) ? emptied(line) : line)),
  }
}

const namelessPlayer = (player: PlayerRef, deleted: ReadonlySet<string>): PlayerRef =>
  deleted.has(player.id) ? { ...player, name: DELETED.name } : player
