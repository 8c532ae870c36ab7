/** Finished games: from the outbox of the live store into Postgres, and back out. */
export type { Archive } from './archive.ts'
export { finishedGame } from './finished.ts'
export type { DraftedWonder, FinishedGame } from './finished.ts'
export { openArchive } from './on-database.ts'
export { startOutbox } from './outbox.ts'
export type { Outbox } from './outbox.ts'
