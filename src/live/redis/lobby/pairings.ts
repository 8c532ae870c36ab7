import { newId } from '../../../ids/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import type { Candidate, Pairing, PairingStore, Ticket } from '../../lobby/index.ts'
import { LOBBY_RETENTION, MOST_PAIRS } from '../../lobby/index.ts'
import { parse, parseAll } from './json.ts'
import { PORTION } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { PairingReplies } from './scripts/pairings.ts'

// A script cannot draw random numbers: it is given the name of the pairings that it creates.
export const redisPairings = (run: RunScript<PairingReplies>): PairingStore => ({
  waiting: async (pool, limit) => {
    /** By player: a ticket that has moved between two pages may be on both. */
    const candidates = new Map<string, Candidate>()
    for (let from = 0; ; from += PORTION) {
      const count = Math.min(PORTION, limit - from)
      const [readAt, ...page] = await run('lobbyListWaiting', pool, from, count)
      for (const [text, opponents] of page) {
        const ticket = parse<Ticket>(text)!
        candidates.set(ticket.player.id, { ticket, opponents })
      }
      if (page.length < PORTION || from + PORTION >= limit) return { readAt, candidates: [...candidates.values()] }
    }
  },
  create: async (pool, pairs, leaseMs, places) => {
    if (pairs.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} pairs`)
    const { opponentsMs, opponents, waitsMs, waits, ladderMs } = LOBBY_RETENTION
    const retained = [opponentsMs, opponents, waitsMs, waits, ladderMs, places ?? '']
    const taken = identified(pairs.flat())
    return parseAll<Pairing>(await run('lobbyCreatePairings', pool, newId(), leaseMs, ...retained, ...taken))
  },
  createWithBots: async (pool, tickets, leaseMs) => {
    if (tickets.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} tickets`)
    return parseAll<Pairing>(await run('lobbyCreateBotPairings', pool, newId(), leaseMs, ...identified(tickets)))
  },
  claim: async (limit, leaseMs) =>
    parseAll<Pairing>(await run('lobbyClaimPairings', limit, leaseMs, LOBBY_RETENTION.pairingMs)),
  propose: async (pairing, header) =>
    parse<MatchHeader>(await run('lobbyProposeMatch', pairing, JSON.stringify(header))),
  complete: (pairing, match, realTime, twin = '') => {
    const { foundMs, playingMs, ladderMs } = LOBBY_RETENTION
    return run('lobbyCompletePairing', pairing, match, realTime ? 1 : 0, foundMs, playingMs, ladderMs, twin)
  },
})

/** By what a script knows tickets: the player and the time of each. */
const identified = (tickets: readonly Ticket[]): (string | number)[] =>
  tickets.flatMap(({ player, since }) => [player.id, since])
