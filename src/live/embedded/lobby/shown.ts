import { hasBot } from '../../../protocol/index.ts'
import type { ListedMatch, ShownMatch, ShownQuery, ShownStore } from '../../lobby/index.ts'
import { MOST_SHOWN } from '../../lobby/index.ts'
import { placeOf } from '../../lobby/places.ts'
import type { Steps } from './steps.ts'

export class EmbeddedShown implements ShownStore {
  readonly #steps: Steps
  /** By match, in the order in which they were shown. */
  readonly #shown = new Map<string, { match: ShownMatch; number: number; checkedAt: number }>()
  #last = 0

  constructor(steps: Steps) {
    this.#steps = steps
  }

  async show(match: ShownMatch): Promise<void> {
    const now = this.#steps.begin()
    if (this.#shown.has(match.match)) return
    this.#last += 1
    this.#shown.set(match.match, { match: structuredClone(match), number: this.#last, checkedAt: now })
    const [first] = this.#shown.keys()
    if (this.#shown.size > MOST_SHOWN) this.#shown.delete(first!)
  }

  async hide(match: string): Promise<void> {
    this.#steps.begin()
    this.#shown.delete(match)
  }

  async has(match: string): Promise<boolean> {
    this.#steps.begin()
    return this.#shown.has(match)
  }

  async playedBy(players: readonly string[]): Promise<Map<string, string>> {
    this.#steps.begin()
    const wanted = new Set(players)
    const seats = [...this.#shown.values()].flatMap(({ match: { match, players } }) =>
      Object.values(players).map(({ id }): [string, string] => [id, match]),
    )
    return new Map(seats.filter(([player]) => wanted.has(player)))
  }

  async list({ order, kind, clock, bots, limit, after = Infinity }: ShownQuery): Promise<ListedMatch[]> {
    this.#steps.begin()
    const listed = [...this.#shown.values()].flatMap(({ match, number }) => {
      const place = placeOf(match, number, order)
      const isWanted =
        (kind === undefined || match.kind === kind) &&
        (clock === undefined || match.terms.clock === clock) &&
        (bots === undefined || hasBot(Object.values(match.players)) === bots)
      return isWanted && place !== null && place < after ? [{ match, place }] : []
    })
    return structuredClone(listed.sort((a, b) => b.place - a.place).slice(0, limit))
  }

  async claim(limit: number, everyMs: number): Promise<string[]> {
    const now = this.#steps.begin()
    const due = [...this.#shown.values()].filter(({ checkedAt }) => checkedAt + everyMs <= now).slice(0, limit)
    for (const entry of due) entry.checkedAt = now
    return due.map(({ match }) => match.match)
  }
}
