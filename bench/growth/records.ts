import type { MatchRecord } from '../../src/record/index.ts'
import { playedRecord } from '../../test/support/finished.ts'
import { newPlayer } from '../../test/support/players.ts'
import { seededRandom } from '../../test/support/random.ts'

/** Rated matches that were played to their ends by random legal actions, between a few players. They end in turn. */
export function endedRecords(count: number, players: number): MatchRecord[] {
  const random = seededRandom(1)
  const people = Array.from({ length: players }, (_, n) => newPlayer(`Player ${n}`))
  return Array.from({ length: count }, (_, n) => {
    const first = Math.floor(random() * players)
    const second = (first + 1 + Math.floor(random() * (players - 1))) % players
    const record = playedRecord(random, Infinity, {
      players: [people[first]!, people[second]!],
      options: { wonders: 'draft' },
      terms: { clock: 'blitz', rated: true, visibility: 'public' },
    })
    return later(record, n * 1000)
  })
}

/** The same match, so many ms later. */
const later = (record: MatchRecord, ms: number): MatchRecord => ({
  ...record,
  createdAt: record.createdAt + ms,
  entries: record.entries.map((entry) => ({ ...entry, at: entry.at + ms })),
})
