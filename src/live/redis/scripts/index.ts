import type { Cluster, Redis } from 'ioredis'
import { ATTEND, CONNECT, DISCONNECT, TEND, WATCHING } from './attendance.ts'
import { MUTE, READ_CHAT, READ_MUTED, SAY } from './chat.ts'
import { COMMIT } from './commit.ts'
import { BEAT } from './life.ts'
import { CREATE, ENTRIES, LOAD, RELEASE_CODE } from './matches.ts'
import { CLAIM, SETTLE } from './outbox.ts'
import { OFFER_REMATCH, READ_REMATCH } from './rematch.ts'

/** What a script takes: its key, then its arguments, in the order in which it names them. */
type Script<Result> = (...keyAndArguments: (string | number)[]) => Promise<Result>

/** The scripts as commands. */
export interface Scripts {
  /** When it was created, null if the id is taken. */
  createMatch: Script<number | null>
  loadMatch: Script<[header: string, createdAt: string, entries: string[]] | null>
  matchEntries: Script<string[] | null>
  releaseCode: Script<null>
  commitEntry: Script<
    | [status: 'committed', now: number, version: number, usedCode: string | null]
    | [status: 'stale', now: number, version: number]
    | [status: 'late' | 'premature' | 'unknown', now: number]
  >
  beatShard: Script<[now: number, overdue: string[]]>
  connectSeat: Script<null>
  disconnectSeat: Script<null>
  watchMatch: Script<null>
  /** JSON of an Attendance. */
  matchAttendance: Script<string>
  /** Takes away expired connections; how many messages were published on the shard's channel. */
  tendShard: Script<number>
  /** JSON of a ChatLine. */
  sayInMatch: Script<string | null>
  matchChat: Script<string[]>
  muteSeat: Script<null>
  mutedSeats: Script<(0 | 1)[]>
  /** JSON of a RematchState. */
  offerRematch: Script<string | null>
  matchRematch: Script<string>
  claimEnded: Script<string[]>
  settleMatch: Script<null>
}

const DEFINITIONS: Record<keyof Scripts, string> = {
  createMatch: CREATE,
  loadMatch: LOAD,
  matchEntries: ENTRIES,
  releaseCode: RELEASE_CODE,
  commitEntry: COMMIT,
  beatShard: BEAT,
  connectSeat: CONNECT,
  disconnectSeat: DISCONNECT,
  watchMatch: WATCHING,
  matchAttendance: ATTEND,
  tendShard: TEND,
  sayInMatch: SAY,
  matchChat: READ_CHAT,
  muteSeat: MUTE,
  mutedSeats: READ_MUTED,
  offerRematch: OFFER_REMATCH,
  matchRematch: READ_REMATCH,
  claimEnded: CLAIM,
  settleMatch: SETTLE,
}

/** Teaches a client the scripts: they travel once for each connection, after that by their hash. */
export function withScripts<Client extends Redis | Cluster>(client: Client): Client & Scripts {
  for (const [name, lua] of Object.entries(DEFINITIONS)) client.defineCommand(name, { lua, numberOfKeys: 1 })
  return client as Client & Scripts
}
