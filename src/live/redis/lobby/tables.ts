import type { Table, TableRequest, TableStore } from '../../lobby/index.ts'
import { parseAll } from './json.ts'
import type { RunScript } from './scripts/index.ts'
import type { TableReplies } from './scripts/tables.ts'

export class RedisTables implements TableStore {
  readonly #run: RunScript<TableReplies>

  constructor(run: RunScript<TableReplies>) {
    this.#run = run
  }

  async reserve(table: TableRequest, most: number): Promise<boolean> {
    return (await this.#run('lobbyReserveTable', table.match, table.host.id, JSON.stringify(table), most)) === 1
  }

  async open(match: string, code: string): Promise<void> {
    await this.#run('lobbyOpenTable', match, code)
  }

  async close(match: string): Promise<void> {
    await this.#run('lobbyCloseTable', match)
  }

  async list(limit: number): Promise<Table[]> {
    return parseAll<Table>(await this.#run('lobbyTables', limit))
  }

  async claim(limit: number, everyMs: number): Promise<Table[]> {
    return parseAll<Table>(await this.#run('lobbyClaimTables', limit, everyMs))
  }
}
