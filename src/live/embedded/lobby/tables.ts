import type { Table, TableRequest } from '../../lobby-port.ts'

/** The tables, reserved or open. */
export class Tables {
  /** By match, oldest first, with the time when each was reserved or claimed last. */
  readonly #tables = new Map<string, { table: Table; claimedAt: number }>()

  reserve(request: TableRequest, most: number, now: number): boolean {
    if (this.#tables.has(request.match)) return true
    const others = [...this.#tables.values()].filter(({ table }) => table.host.id === request.host.id)
    if (others.length >= most) return false
    this.#tables.set(request.match, { table: structuredClone({ ...request, createdAt: now }), claimedAt: now })
    return true
  }

  /** Resolves with the table if it was reserved and is open now; null if nothing has changed. */
  open(match: string, code: string): Table | null {
    const table = this.#tables.get(match)?.table
    if (!table || table.code !== undefined) return null
    table.code = code
    return table
  }

  /** Removes a table. True if it was open. */
  close(match: string): boolean {
    const table = this.#tables.get(match)?.table
    this.#tables.delete(match)
    return table?.code !== undefined
  }

  /** The open tables, newest first. */
  list(limit: number): Table[] {
    const open = [...this.#tables.values()].map(({ table }) => table).filter(({ code }) => code !== undefined)
    return open.reverse().slice(0, limit)
  }

  claim(limit: number, everyMs: number, now: number): Table[] {
    const due = [...this.#tables.values()].filter(({ claimedAt }) => claimedAt + everyMs <= now).slice(0, limit)
    for (const entry of due) entry.claimedAt = now
    return due.map(({ table }) => table)
  }
}
