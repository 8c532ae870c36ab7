/** The commands of a machine: functions whose first parameter is the transaction. */
export { attendance, connect, disconnect, reportWatchers, sweep } from './attendance.ts'
export { chat, mute, muted, say } from './chat.ts'
export { commit } from './commit.ts'
export { heartbeat } from './deadlines.ts'
export { removeExpired } from './expiry.ts'
export { claimEnded, markArchived, backlog } from './outbox.ts'
export { create, entriesAfter, findByCode, load, matchesOf } from './records.ts'
export { offerRematch, rematch } from './rematch.ts'
