import { expect } from 'vitest'
import type { Database, DatabasePlace, PrismaClient } from '../../../src/database/index.ts'
import { openDatabase } from '../../../src/database/index.ts'
import type { Node, NodeOptions } from '../../support/accounts.ts'
import { openNode } from '../../support/accounts.ts'
import type { Places } from '../../support/history.ts'
import { quiet } from '../../support/history.ts'

/** Generous, for loaded machines (ms). */
export const SOON = { timeout: 60_000 }
export const OTHER = 'another password altogether'

/** One database with all nodes that use it. */
export class World {
  readonly #makePlaces: () => Promise<Places>
  readonly #nodes: Node[] = []
  #places: Places | undefined
  #database: Database | undefined
  #names = 0

  constructor(makePlaces: () => Promise<Places>) {
    this.#makePlaces = makePlaces
  }

  async begin(): Promise<void> {
    this.#places = await this.#makePlaces()
    this.#database = await openDatabase(await this.fresh(), quiet)
  }

  async end(): Promise<void> {
    await this.#database?.close()
    await this.#places?.end()
  }

  get database(): Database {
    return this.#database!
  }

  /** The database; what is asked of it outside of transactions is added to a list. */
  watched(asked: string[]): Database {
    const watch = (db: PrismaClient): PrismaClient =>
      db.$extends({
        query: {
          $allModels: {
            $allOperations({ model, operation, args, query }) {
              asked.push(`${model[0]!.toLowerCase()}${model.slice(1)}.${operation}`)
              return query(args)
            },
          },
        },
      }) as unknown as PrismaClient
    return { ...this.database, use: (work) => this.database.use((db) => work(watch(db))) }
  }

  /** For a node with a database of its own. */
  fresh(): Promise<DatabasePlace> {
    return this.#places!.fresh()
  }

  async open(options?: NodeOptions): Promise<Node> {
    const node = await openNode(this.database, options)
    this.#nodes.push(node)
    return node
  }

  async closeNodes(): Promise<void> {
    for (const node of this.#nodes.splice(0)) await node.close()
  }

  /** A name that no account has. */
  newName(): string {
    return `Player ${(this.#names += 1)}`
  }

  /** The results of simultaneous attempts, sorted: `ok` or an error code. */
  async codes(attempts: Promise<unknown>[]): Promise<string[]> {
    const results = await Promise.allSettled(attempts)
    const codeOf = (result: PromiseSettledResult<unknown>): string =>
      result.status === 'fulfilled' ? 'ok' : String((result.reason as { code?: string }).code)
    return results.map(codeOf).sort()
  }

  async refused(attempt: Promise<unknown>, code: string): Promise<void> {
    await expect(attempt).rejects.toMatchObject({ name: 'CodedError', code })
  }
}
