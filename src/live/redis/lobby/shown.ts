import { hasBot } from '../../../protocol/index.ts'
import { MOST_SHOWN } from '../../lobby/index.ts'
import type { ListedMatch, ShownMatch, ShownQuery, ShownStore } from '../../lobby/index.ts'
import { ratingOf } from '../../lobby/places.ts'
import { couplesOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { ShownReplies } from './scripts/shown.ts'

export class RedisShown implements ShownStore {
  readonly #run: RunScript<ShownReplies>

  constructor(run: RunScript<ShownReplies>) {
    this.#run = run
  }

  async show(match: ShownMatch): Promise<void> {
    const { match: id, kind, terms, players } = match
    const [text, rating] = [JSON.stringify(match), ratingOf(match) ?? '']
    const bots = Number(hasBot(Object.values(players)))
    await this.#run('lobbyShowMatch', id, text, kind, terms.clock, bots, rating, MOST_SHOWN)
  }

  async hide(match: string): Promise<void> {
    await this.#run('lobbyHideMatch', match)
  }

  async has(match: string): Promise<boolean> {
    return (await this.#run('lobbyIsShown', match)) === 1
  }

  async list({ order, kind, clock, bots, limit, after }: ShownQuery): Promise<ListedMatch[]> {
    const seats = bots === undefined ? '*' : Number(bots)
    const listed = await this.#run('lobbyListShown', order, kind ?? '*', clock ?? '*', seats, limit, after ?? '')
    return couplesOf(listed).map(([text, place]) => ({ match: JSON.parse(text) as ShownMatch, place: Number(place) }))
  }

  async claim(limit: number, everyMs: number): Promise<string[]> {
    return this.#run('lobbyClaimShown', limit, everyMs)
  }
}
