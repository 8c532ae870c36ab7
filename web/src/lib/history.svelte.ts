import type { Rest } from '@curia/client'
import { errorText } from './errors.ts'
import type { Position, Table } from './table.svelte.ts'

export type HistoryViewer = '0' | '1' | 'spectator'

/** The earlier positions of a match, asked for one by one and kept. */
export class History {
  readonly #rest: Rest
  readonly #table: Table
  readonly #id: string
  /** Of a private match, for spectators. */
  readonly #code: string | undefined
  readonly #kept = new Map<string, Position>()
  /** The version that is asked for; shown once it has come. */
  #wanted: number | null = $state(null)
  /** As whom; undefined as oneself. */
  viewer = $state<HistoryViewer | undefined>(undefined)
  /** The first version with a board. */
  first = $state(1)

  constructor(rest: Rest, table: Table, id: string, code?: string) {
    this.#rest = rest
    this.#table = table
    this.#id = id
    this.#code = code
  }

  get last(): number {
    return this.#table.now.version
  }

  get at(): number {
    return this.#wanted ?? this.#table.position.version
  }

  /** Shows the position at a version; the last one of a live match is the present. */
  async go(version: number): Promise<void> {
    const target = Math.min(Math.max(version, this.first), this.last)
    if (this.#table.match && target === this.last) return this.leave()
    this.#wanted = target
    try {
      const position = await this.#position(target)
      if (this.#wanted !== target) return
      this.#table.past = position
      this.#table.cancel()
    } catch (error) {
      if (this.#wanted === target) this.#table.note = { text: errorText(error), bad: true }
    }
    if (this.#wanted === target) this.#wanted = null
  }

  leave(): void {
    this.#wanted = null
    this.#table.past = null
  }

  async #position(version: number): Promise<Position> {
    const key = `${version}:${this.viewer ?? ''}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const { snapshot, ledger } = await this.#rest.get('/v1/games/{id}/positions/{version}', {
      params: { id: this.#id, version },
      query: {
        ...(this.viewer !== undefined && { viewer: this.viewer }),
        ...(this.#code !== undefined && { code: this.#code }),
      },
    })
    const position = { version, snapshot, ledger }
    this.#kept.set(key, position)
    return position
  }
}
