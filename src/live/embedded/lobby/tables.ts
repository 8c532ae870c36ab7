import type { Table, TableRequest, TableStore } from '../../lobby/index.ts'
import type { Steps } from './steps.ts'

export class EmbeddedTables implements TableStore {
  readonly #steps: Steps
  /** By match, oldest first, with the time when each was reserved or claimed last. */
  readonly #tables = new Map<string, { table: Table; claimedAt: number }>()

  constructor(steps: Steps) {
    this.#steps = steps
  }

  async reserve(request: TableRequest, most: number): Promise<boolean> {
    const now = this.#steps.begin()
    if (this.#tables.has(request.match)) return true
    const others = [...this.#tables.values()].filter(({ table }) => table.host.id === request.host.id)
    if (others.length >= most) return false
    this.#tables.set(request.match, { table: structuredClone({ ...request, createdAt: now }), claimedAt: now })
    return true
  }

  async open(match: string, code: string): Promise<void> {
    this.#steps.begin()
    const table = this.#tables.get(match)?.table
    if (!table || table.code !== undefined) return
    table.code = code
    this.#steps.publish({ type: 'opened', table })
  }

  async close(match: string): Promise<void> {
    this.#steps.begin()
    const table = this.#tables.get(match)?.table
    this.#tables.delete(match)
    if (table?.code !== undefined) this.#steps.publish({ type: 'closed', match })
  }

  async list(limit: number): Promise<Table[]> {
    this.#steps.begin()
    const open = [...this.#tables.values()].map(({ table }) => table).filter(({ code }) => code !== undefined)
    return structuredClone(open.reverse().slice(0, limit))
  }

  async claim(limit: number, everyMs: number): Promise<Table[]> {
    const now = this.#steps.begin()
    const due = [...this.#tables.values()].filter(({ claimedAt }) => claimedAt + everyMs <= now).slice(0, limit)
    for (const entry of due) entry.claimedAt = now
    return structuredClone(due.map(({ table }) => table))
  }
}
