import type { LiveStore } from '../../src/live/index.ts'
import type { ChatLine, ChatRoom } from '../../src/protocol/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'

/** The outbox of a live store, in memory, with a clock of its own. */
export class EndedMatches implements Pick<LiveStore, 'claimEnded' | 'load' | 'chat' | 'markArchived'> {
  /** The time (ms), which a test sets. */
  now = 0
  /** While set, everything is refused as `unavailable`. */
  away = false
  /** In the order in which they were archived, as often as they were. */
  readonly archived: string[] = []
  claims = 0
  readonly #records = new Map<string, MatchRecord>()
  readonly #lines = new Map<string, ChatLine[]>()
  readonly #leasedUntil = new Map<string, number>()

  end(record: MatchRecord): string {
    const { id } = record.header
    this.#records.set(id, record)
    this.#leasedUntil.set(id, 0)
    return id
  }

  /** Adds a line to the chat of an ended match, which puts the match into the outbox again. */
  say(match: string, line: ChatLine): void {
    this.#lines.set(match, [...(this.#lines.get(match) ?? []), line])
    this.#leasedUntil.set(match, 0)
  }

  get waiting(): string[] {
    return [...this.#leasedUntil.keys()]
  }

  async claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    this.#check()
    this.claims++
    const free = [...this.#leasedUntil].filter(([, until]) => until <= this.now).slice(0, limit)
    for (const [match] of free) this.#leasedUntil.set(match, this.now + leaseMs)
    return free.map(([match]) => match)
  }

  async load(match: string): Promise<MatchRecord | null> {
    this.#check()
    return structuredClone(this.#records.get(match) ?? null)
  }

  async chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    this.#check()
    return room === 'players' ? (this.#lines.get(match) ?? []) : []
  }

  async markArchived(match: string): Promise<void> {
    this.#check()
    this.#leasedUntil.delete(match)
    this.archived.push(match)
  }

  #check(): void {
    if (this.away) throw new CodedError('unavailable')
  }
}
