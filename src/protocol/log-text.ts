import { canonical } from './canonical.ts'
import type { PlayerRef } from './players.ts'
import type { PublicRecord } from './records.ts'

// What the hashes of a log are of: the one description of it (docs/fairness.md, "The log"). The server hashes these
// texts, and so does the page. This file takes nothing but types from others, so that the page can have it.

type Entry = PublicRecord['entries'][number]

/** The key of all hashes of a log: the seed, or a key of its own where someone may know the seed before the end. */
export const logKeyOf = ({ seed, logKey = seed }: Pick<PublicRecord['header'], 'seed' | 'logKey'>): string => logKey

/**
 * The text of a header and the time of the creation (ms). The invitation code is left out, which is not published, and
 * the name of the host, who may delete it.
 */
export function headerText(header: PublicRecord['header'] & { code?: string }, createdAt: number): string {
  const { host } = header
  const named = { ...header, code: undefined, host: { ...host, player: nameless(host.player) } }
  return canonical({ createdAt, header: named })
}

/**
 * The text of an entry that comes after what has the hash `previousHash`. The id of the command is left out, which is
 * not published, and the name of a player.
 */
export function entryText({ version, at, body }: Entry, previousHash: string): string {
  const named = body.type === 'join' ? { ...body, player: nameless(body.player) } : body
  return canonical({ version, at, body: named, previousHash })
}

/** All of a player but their name. */
const nameless = (player: PlayerRef): object => ({ ...player, name: undefined })
