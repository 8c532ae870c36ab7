import { hasBot } from '../../../protocol/index.ts'
import { MOST_SHOWN } from '../../lobby-port.ts'
import type { ListedMatch, ShownMatch, ShownQuery } from '../../lobby-port.ts'
import { placeOf } from '../../shown.ts'

/** The matches in play that the lobby shows. */
export class Shown {
  /** By match, in the order in which they were shown. */
  readonly #shown = new Map<string, { match: ShownMatch; number: number; checkedAt: number }>()
  #last = 0

  show(match: ShownMatch, now: number): void {
    if (this.#shown.has(match.match)) return
    this.#last += 1
    this.#shown.set(match.match, { match: structuredClone(match), number: this.#last, checkedAt: now })
    const [first] = this.#shown.keys()
    if (this.#shown.size > MOST_SHOWN) this.#shown.delete(first!)
  }

  hide(match: string): void {
    this.#shown.delete(match)
  }

  has(match: string): boolean {
    return this.#shown.has(match)
  }

  list({ order, kind, clock, bots, limit, after = Infinity }: ShownQuery): ListedMatch[] {
    const listed = [...this.#shown.values()].flatMap(({ match, number }) => {
      const place = placeOf(match, number, order)
      const isWanted =
        (kind === undefined || match.kind === kind) &&
        (clock === undefined || match.terms.clock === clock) &&
        (bots === undefined || hasBot(Object.values(match.players)) === bots)
      return isWanted && place !== null && place < after ? [{ match, place }] : []
    })
    return listed.sort((a, b) => b.place - a.place).slice(0, limit)
  }

  claim(limit: number, everyMs: number, now: number): string[] {
    const due = [...this.#shown.values()].filter(({ checkedAt }) => checkedAt + everyMs <= now).slice(0, limit)
    for (const entry of due) entry.checkedAt = now
    return due.map(({ match }) => match.match)
  }
}
