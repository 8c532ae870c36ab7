import { untrack } from 'svelte'
import { curia } from './client.ts'
import { note, noteOf } from './storage.ts'
import type { Table } from './table.svelte.ts'

const STORED = 'curia.read-lines'

/** The lines of a chat that the others have written and that were not seen here. */
export class Unread {
  readonly #table: Table
  /** The number of the last line that was seen; null until the room is known. */
  #seen = $state<number | null>(null)
  readonly #chat = $derived.by(() => this.#table.state?.chat ?? null)
  readonly count = $derived.by((): number => {
    const seen = this.#seen
    if (seen === null || !this.#chat) return 0
    const { lines } = this.#chat
    const isOwn = ({ from }: (typeof lines)[number]): boolean => from.id === curia.session.value.player?.id
    // Whoever has written a line, on any device, has seen those before it.
    const answered = lines.findLast(isOwn)?.number ?? 0
    return lines.filter(({ number }) => number > Math.max(seen, answered)).length
  })

  constructor(table: Table) {
    this.#table = table
  }

  readonly #last = $derived(this.#chat?.lines.at(-1)?.number ?? 0)

  /**
   * Follows the chat. Call it in an effect.
   * @param shown - whether its lines are on the screen
   */
  follow(shown: boolean): void {
    if (!this.#chat) return
    const { match } = this.#table.snapshot
    if (untrack(() => this.#seen) === null) this.#seen = this.#firstSeen(match)
    if (!shown || this.#last <= untrack(() => this.#seen!)) return
    this.#seen = this.#last
    if (this.#table.mine !== null) note(STORED, match, this.#last)
  }

  /** What was said before a spectator came is no news to them; a player sees what was said meanwhile. */
  #firstSeen(match: string): number {
    if (this.#table.mine === null) return this.#last
    const [seen] = noteOf(STORED, match)
    return typeof seen === 'number' ? seen : 0
  }
}
