import type { Pairing, PlayerStatus, QueueStore, Ticket } from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import { parse } from './json.ts'
import { portionsOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { QueueReplies, StatusReply } from './scripts/queue.ts'

export const redisQueue = (run: RunScript<QueueReplies>): QueueStore => ({
  join: async (ticket, ttlMs, realTime) => {
    const { player, pool, bot } = ticket
    return statusOf(await run('lobbyJoin', player.id, pool, JSON.stringify(ticket), ttlMs, realTime ? 1 : 0, bot ?? ''))
  },
  renew: async (players, ttlMs) => {
    const absent: string[] = []
    for (const portion of portionsOf(players)) absent.push(...(await run('lobbyRenewTickets', ttlMs, ...portion)))
    return absent
  },
  leave: async (player) => parse<Ticket>(await run('lobbyLeave', player)),
  status: async (player) => statusOf(await run('lobbyPlayerStatus', player)),
  stats: async (pools) => {
    const stats = await run('lobbyPoolStats', ...pools)
    return stats.map(([waiting, waits]) => ({ waiting, waits: waits.map(Number) }))
  },
  matchBegan: (match, players) => run('lobbyMatchBegan', match, LOBBY_RETENTION.playingMs, ...players),
  matchEnded: (match, players) => run('lobbyMatchEnded', match, ...players),
})

function statusOf([ticket, pairing, found, playing]: StatusReply): PlayerStatus {
  const [match, pool, twin] = found?.split(' ') ?? []
  return {
    ticket: parse<Ticket>(ticket),
    pairing: parse<Pairing>(pairing),
    found: match !== undefined && pool !== undefined ? { match, ...(twin !== undefined && { twin }), pool } : null,
    playing,
  }
}
