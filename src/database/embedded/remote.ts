import type {
  IsolationLevel,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import type { JobType } from '../../threads/index.ts'
import { startThread, Thread } from '../../threads/index.ts'
import type { Jobs, Place } from './jobs.ts'

/** A thread in which Postgres runs. */
export type PostgresThread = Thread<Jobs>

const NAMES = { provider: 'postgres', adapterName: 'curia-embedded' } as const

/** A thread in which Postgres opens the cluster of a folder. */
export const startPostgres = (dir: string): PostgresThread =>
  new Thread(startThread('./worker.ts', import.meta.url, dir))

/**
 * The embedded Postgres, in a thread of its own: so a query takes no time of the matches. If the thread ends by a fault,
 * what it was asked fails, and another one takes its place.
 */
export class RemotePostgres {
  readonly #start: () => PostgresThread
  #thread: PostgresThread
  #closed = false

  /** @param start starts a thread that serves the jobs. */
  constructor(start: () => PostgresThread) {
    this.#start = start
    this.#thread = start()
  }

  /** The thread that can be asked now. */
  get thread(): PostgresThread {
    if (this.#thread.hasEnded && !this.#closed) this.#thread = this.#start()
    return this.#thread
  }

  /** What is asked afterwards is refused. */
  async close(): Promise<void> {
    this.#closed = true
    try {
      if (!this.#thread.hasEnded) await this.#thread.ask('close', undefined)
    } finally {
      await this.#thread.close()
    }
  }
}

/** @throws DriverAdapterError if Postgres refuses; Error if the cluster cannot be opened, or the thread ends. */
export async function askPostgres<Type extends JobType<Jobs>>(
  thread: PostgresThread,
  type: Type,
  question: Jobs[Type]['question'],
): Promise<Jobs[Type]['answer']> {
  try {
    return await thread.ask(type, question)
  } catch (error) {
    throw asThrown(error as Error)
  }
}

/** The error as the thread has thrown it: what comes from there is plain. */
function asThrown(error: Error): Error {
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'kind' in cause
    ? new DriverAdapterError(cause as DriverAdapterError['cause'])
    : error
}

const queryableOn = (thread: () => PostgresThread, place: Place): SqlQueryable => ({
  ...NAMES,
  queryRaw: (query: SqlQuery) => askPostgres(thread(), 'query', { place, query }),
  executeRaw: (query: SqlQuery) => askPostgres(thread(), 'execute', { place, query }),
})

/** A transaction ends with its thread. */
async function beginIn(thread: PostgresThread, isolation: IsolationLevel | undefined): Promise<Transaction> {
  const place = await askPostgres(thread, 'begin', { isolation })
  return {
    ...queryableOn(() => thread, place),
    options: { usePhantomQuery: true },
    commit: () => askPostgres(thread, 'commit', { place }),
    rollback: () => askPostgres(thread, 'rollback', { place }),
  }
}

/** Prisma's connections to it. They all are the same one. */
export const factoryOf = (server: RemotePostgres): SqlDriverAdapterFactory => ({
  ...NAMES,
  connect: async () => ({
    ...queryableOn(() => server.thread, 0),
    executeScript: async (script) => void (await askPostgres(server.thread, 'run', { script })),
    startTransaction: (isolation) => beginIn(server.thread, isolation),
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    dispose: async () => undefined,
  }),
})
