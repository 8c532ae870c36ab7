import { workerData } from 'node:worker_threads'
import type { SqlDriverAdapter, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { serve } from '../../threads/index.ts'
import { asAdapterError } from '../adapter-error.ts'
import { openCluster } from './cluster.ts'
import type { Jobs, Place } from './jobs.ts'

// The thread in which the embedded Postgres runs. Its data is the folder of the cluster.

const opening = openCluster(workerData as string)
// Whoever asks for something learns of it.
opening.catch(() => undefined)
const connecting = opening.then((server): Promise<SqlDriverAdapter> => new PrismaPGlite(server).connect())
connecting.catch(() => undefined)

const transactions = new Map<Place, Transaction>()
let begun = 0

/** @throws Error if the transaction has ended. */
function transactionAt(place: Place): Transaction {
  const transaction = transactions.get(place)
  if (!transaction) throw new Error(`transaction ${place} has ended`)
  return transaction
}

const queryableAt = async (place: Place): Promise<SqlQueryable> => (place === 0 ? connecting : transactionAt(place))

serve<Jobs>({
  open: async () => void (await opening),
  query: async ({ place, query }) => (await queryableAt(place)).queryRaw(query),
  execute: async ({ place, query }) => (await queryableAt(place)).executeRaw(query),
  run: async ({ script }) => {
    const server = await opening
    const results = await server.exec(script).catch((error: unknown) => {
      throw asAdapterError(error)
    })
    return results.at(-1)?.rows ?? []
  },
  begin: async ({ isolation }) => {
    const transaction = await (await connecting).startTransaction(isolation)
    const place = (begun += 1)
    transactions.set(place, transaction)
    return place
  },
  commit: ({ place }) => {
    const transaction = transactionAt(place)
    transactions.delete(place)
    return transaction.commit()
  },
  rollback: ({ place }) => {
    const transaction = transactionAt(place)
    transactions.delete(place)
    return transaction.rollback()
  },
  close: async () => (await opening).close(),
})
