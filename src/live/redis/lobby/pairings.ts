import { newId } from '../../../ids/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { LOBBY_RETENTION, MOST_PAIRS } from '../../lobby/index.ts'
import type { Candidate, Pairing, PairingStore, Ticket, WaitingList } from '../../lobby/index.ts'
import { parse, parseAll } from './json.ts'
import { couplesOf, PORTION } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { PairingReplies } from './scripts/pairings.ts'

export class RedisPairings implements PairingStore {
  readonly #run: RunScript<PairingReplies>

  constructor(run: RunScript<PairingReplies>) {
    this.#run = run
  }

  async waiting(pool: string, limit: number): Promise<WaitingList> {
    /** By player: a ticket that has moved between two pages may be on both. */
    const candidates = new Map<string, Candidate>()
    for (let from = 0; ; from += PORTION) {
      const count = Math.min(PORTION, limit - from)
      const [readAt, ...page] = await this.#run('lobbyListWaiting', pool, from, count)
      for (const [ticketText, lastOpponent] of couplesOf(page)) {
        const ticket = parse<Ticket>(ticketText)!
        candidates.set(ticket.player.id, { ticket, lastOpponent })
      }
      if (page.length < 2 * PORTION || from + PORTION >= limit) return { readAt, candidates: [...candidates.values()] }
    }
  }

  async create(pool: string, pairs: readonly (readonly [Ticket, Ticket])[], leaseMs: number): Promise<Pairing[]> {
    if (pairs.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} pairs`)
    // A script cannot draw random numbers.
    const name = newId()
    const { opponentMs, waitsMs, waits } = LOBBY_RETENTION
    const taken = namesOf(pairs.flat())
    return parseAll<Pairing>(
      await this.#run('lobbyCreatePairings', pool, name, leaseMs, opponentMs, waitsMs, waits, ...taken),
    )
  }

  async createWithBots(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]> {
    if (tickets.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} tickets`)
    return parseAll<Pairing>(
      await this.#run('lobbyCreateBotPairings', pool, newId(), leaseMs, ...namesOf(tickets)),
    )
  }

  async claim(limit: number, leaseMs: number): Promise<Pairing[]> {
    return parseAll<Pairing>(await this.#run('lobbyClaimPairings', limit, leaseMs, LOBBY_RETENTION.pairingMs))
  }

  async propose(pairing: string, header: MatchHeader): Promise<MatchHeader | null> {
    return parse<MatchHeader>(await this.#run('lobbyProposeMatch', pairing, JSON.stringify(header)))
  }

  async complete(pairing: string, match: string, realTime: boolean): Promise<void> {
    const { foundMs, playingMs } = LOBBY_RETENTION
    await this.#run('lobbyCompletePairing', pairing, match, realTime ? 1 : 0, foundMs, playingMs)
  }
}

/** How a script tells tickets apart: the player and the time of each. */
const namesOf = (tickets: readonly Ticket[]): (string | number)[] =>
  tickets.flatMap(({ player, since }) => [player.id, since])
