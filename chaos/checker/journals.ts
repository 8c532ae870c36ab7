import type { Line, Wish } from '../swarm/lines.ts'
import { linesOf } from '../swarm/lines.ts'

/** A move that a player asked for, and what became of it. Times are ms since 1970. */
export interface Asked {
  match: string
  wish: Wish
  /** The version that the player saw. */
  seen: number
  /** The version that was acknowledged, and when; null: no acknowledgement came. */
  acknowledged: { version: number; at: number } | null
  /** The code of the refusal. */
  refused: string | null
}

/** A line that a player said. */
export interface Said {
  match: string
  text: string
  acknowledged: { number: number; at: number } | null
}

/** The errors after which a request may have been done all the same. */
const PERHAPS_DONE = ['unavailable', 'offline', 'internal']

/** Whether the server said for certain that a move was not done. */
export const wasRefused = ({ refused }: Asked): boolean => refused !== null && !PERHAPS_DONE.includes(refused)

/** All moves that players asked for, by match. */
export function askedIn(journals: readonly Line[][]): Map<string, Asked[]> {
  const all = journals.flatMap((journal) => {
    const acknowledged = new Map(linesOf(journal, 'acknowledged').map((line) => [line.ask, line]))
    const refused = new Map(linesOf(journal, 'refused').map((line) => [line.ask, line.code]))
    return linesOf(journal, 'wished').map(({ ask, match, wish, version: seen }): Asked => {
      const answer = acknowledged.get(ask)
      return { match, wish, seen, acknowledged: answer ?? null, refused: refused.get(ask) ?? null }
    })
  })
  return byMatch(all)
}

/** All lines that players said, by match. */
export function saidIn(journals: readonly Line[][]): Map<string, Said[]> {
  const all = journals.flatMap((journal) => {
    const heard = new Map(linesOf(journal, 'heard').map((line) => [line.ask, line]))
    return linesOf(journal, 'said').map(({ ask, match, text }): Said => {
      return { match, text, acknowledged: heard.get(ask) ?? null }
    })
  })
  return byMatch(all)
}

function byMatch<Item extends { match: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(item.match, [...(groups.get(item.match) ?? []), item])
  return groups
}
