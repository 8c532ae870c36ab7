import type { Cluster, Redis } from 'ioredis'
import { CONNECT, DISCONNECT, LAST_PUBLISHED, READ_ATTENDANCE, REPORT_WATCHERS } from './attendance.ts'
import { CLAIM_BOT_TURNS, RENEW_BOT_TURNS } from './bot-turns.ts'
import { MUTE, READ_MUTED, SAY } from './chat.ts'
import { commits } from './commit.ts'
import { HEARTBEAT } from './heartbeat.ts'
import { CREATE, RELEASE_CODE } from './matches.ts'
import { BACKLOG, CLAIM_ENDED, MARK_ARCHIVED } from './outbox.ts'
import type { ScriptSettings } from './prelude.ts'
import { prelude } from './prelude.ts'
import { OFFER_REMATCH, READ_REMATCH, REMATCH_BEGAN } from './rematch.ts'

/** The arguments of a script: its key (the prefix of a shard's keys), then what the script names. */
type Script<Result> = (...keyAndArguments: (string | number)[]) => Promise<Result>

/** What becomes of one commit. */
export type CommitReply =
  | [status: 'committed', at: number, usedCode?: string]
  | [status: 'stale', version: number]
  | [status: 'late' | 'premature' | 'unknown' | 'downtime']

/** The scripts as commands. */
export interface Scripts {
  createMatch: Script<number | null>
  /** The number of its keys comes first: each commit has one, that of its shard. */
  commitEntries: Script<(CommitReply | [status: 'failed', error: string])[]>
  heartbeatStep: Script<[now: number, overdue?: string[]]>
  connectSeat: Script<null>
  disconnectSeat: Script<null>
  reportWatchers: Script<null>
  /** JSON of an Attendance. */
  readAttendance: Script<string>
  lastPublished: Script<number[]>
  /** JSON of a ChatLine. */
  sayInMatch: Script<string | null>
  muteSeat: Script<null>
  readMuted: Script<(0 | 1)[]>
  /** JSON of a RematchState. */
  offerRematch: Script<string | null>
  readRematch: Script<string>
  rematchBegan: Script<null>
  claimEnded: Script<string[]>
  markArchived: Script<null>
  claimBotTurns: Script<string[]>
  renewBotTurns: Script<null>
  readBacklog: Script<[games: number, since?: number]>
  /** Its key is that of a code. */
  releaseCode: Script<null>
}

/** Defines the scripts on a client: each is sent once per connection, after that its hash. */
export function defineScripts(client: Redis | Cluster, settings: ScriptSettings): (Redis | Cluster) & Scripts {
  const aboutMatches: Record<Exclude<keyof Scripts, 'commitEntries' | 'releaseCode'>, string> = {
    createMatch: CREATE,
    heartbeatStep: HEARTBEAT,
    connectSeat: CONNECT,
    disconnectSeat: DISCONNECT,
    reportWatchers: REPORT_WATCHERS,
    readAttendance: READ_ATTENDANCE,
    lastPublished: LAST_PUBLISHED,
    sayInMatch: SAY,
    muteSeat: MUTE,
    readMuted: READ_MUTED,
    offerRematch: OFFER_REMATCH,
    readRematch: READ_REMATCH,
    rematchBegan: REMATCH_BEGAN,
    claimEnded: CLAIM_ENDED,
    markArchived: MARK_ARCHIVED,
    claimBotTurns: CLAIM_BOT_TURNS,
    renewBotTurns: RENEW_BOT_TURNS,
    readBacklog: BACKLOG,
  }
  for (const [name, script] of Object.entries(aboutMatches)) {
    client.defineCommand(name, { lua: prelude(settings) + script, numberOfKeys: 1 })
  }
  client.defineCommand('commitEntries', { lua: commits(prelude(settings)) })
  client.defineCommand('releaseCode', { lua: RELEASE_CODE, numberOfKeys: 1 })
  return client as (Redis | Cluster) & Scripts
}
