import type { IsolationLevel, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils'

/** Where a query is made: in a transaction, by its number, or by itself (0). */
export type Place = number

/** What the thread of the embedded Postgres is asked. */
export interface Jobs {
  /** Resolves when the cluster is open. */
  open: { question: void; answer: void }
  query: { question: { place: Place; query: SqlQuery }; answer: SqlResultSet }
  /** The answer is the number of rows. */
  execute: { question: { place: Place; query: SqlQuery }; answer: number }
  /** Runs statements separated by semicolons. The answer is the rows of the last one. */
  run: { question: { script: string }; answer: object[] }
  /** Begins a transaction, when all others have ended. */
  begin: { question: { isolation: IsolationLevel | undefined }; answer: Place }
  commit: { question: { place: Place }; answer: void }
  rollback: { question: { place: Place }; answer: void }
  close: { question: void; answer: void }
}
