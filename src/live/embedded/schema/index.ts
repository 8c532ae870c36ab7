import { SAY_IN_MATCH } from './chat.ts'
import { COMMIT_ENTRY } from './commit.ts'
import { LIFE } from './life.ts'

/** What the database consists of, and all that it is asked. */
export { MUTE, READ_CHAT, READ_MUTED, SAY, UNMUTE } from './chat.ts'
export { COMMIT } from './commit.ts'
export type { CommitRow } from './commit.ts'
export { BEAT } from './life.ts'
export type { BeatRow, DowntimeRow } from './life.ts'
export { CREATE, DELETE_EXPIRED, ENTRIES, FIND, FIND_BY_CODE, FIND_SEATS } from './matches.ts'
export { BACKLOG, CLAIM, SETTLE } from './outbox.ts'
export { OFFER_REMATCH, READ_REMATCH } from './rematch.ts'
export { FORMAT, TABLES } from './tables.ts'

/** As they are now, whatever the database has of earlier versions. */
export const FUNCTIONS = LIFE + COMMIT_ENTRY + SAY_IN_MATCH
