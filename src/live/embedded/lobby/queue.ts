import type { NewTicket, PlayerStatus, PoolStats, QueueStore, Ticket } from '../../lobby/index.ts'
import type { EmbeddedPairings } from './pairings.ts'
import type { PlayerMatches } from './player-matches.ts'
import type { Steps } from './steps.ts'
import type { Tickets } from './tickets.ts'

export class EmbeddedQueue implements QueueStore {
  readonly #steps: Steps
  readonly #tickets: Tickets
  readonly #pairings: EmbeddedPairings
  readonly #matches: PlayerMatches

  constructor(steps: Steps, tickets: Tickets, pairings: EmbeddedPairings, matches: PlayerMatches) {
    this.#steps = steps
    this.#tickets = tickets
    this.#pairings = pairings
    this.#matches = matches
  }

  async join(wanted: NewTicket, ttlMs: number, realTime: boolean): Promise<PlayerStatus> {
    const now = this.#tickets.begin()
    const { player, pool, bot } = wanted
    const { id } = player
    if (this.#pairings.of(id) || (realTime && this.#matches.playing(id).length > 0)) return this.#status(id)
    const before = this.#tickets.get(id)
    const since = before?.pool === pool ? before.since : now
    const ticket: Ticket = { ...structuredClone(wanted), since }
    if (before?.pool === pool) {
      this.#tickets.renew(id, now + ttlMs)
      if (before.bot !== bot) this.#tickets.change(ticket)
    } else this.#tickets.add(ticket, now + ttlMs)
    if (before?.pool !== pool || before.bot !== bot) this.#steps.publish({ type: 'joined', ticket })
    this.#matches.deleteFound(id)
    return this.#status(id)
  }

  async renew(players: readonly string[], ttlMs: number): Promise<string[]> {
    const until = this.#tickets.begin() + ttlMs
    return players.filter((player) => !this.#tickets.renew(player, until))
  }

  async leave(player: string): Promise<Ticket | null> {
    this.#tickets.begin()
    const ticket = this.#tickets.get(player)
    if (ticket) this.#tickets.remove(ticket, 'left')
    return ticket
  }

  async status(player: string): Promise<PlayerStatus> {
    this.#tickets.begin()
    return this.#status(player)
  }

  #status(player: string): PlayerStatus {
    return structuredClone({
      ticket: this.#tickets.get(player),
      pairing: this.#pairings.of(player),
      found: this.#matches.found(player),
      playing: this.#matches.playing(player),
    })
  }

  async stats(pools: readonly string[]): Promise<PoolStats[]> {
    this.#tickets.begin()
    return structuredClone(this.#tickets.stats(pools))
  }

  async matchBegan(match: string, players: readonly string[]): Promise<void> {
    this.#tickets.begin()
    for (const player of players) {
      this.#matches.began(player, match)
      const ticket = this.#tickets.get(player)
      if (ticket) this.#tickets.remove(ticket, 'playing')
    }
  }

  async matchEnded(match: string, players: readonly string[]): Promise<void> {
    this.#tickets.begin()
    for (const player of players) this.#matches.ended(player, match)
  }
}
