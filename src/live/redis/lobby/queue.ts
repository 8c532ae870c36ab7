import type { BotLevel, PlayerRef } from '../../../protocol/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import type { Pairing, PlayerStatus, PoolStats, QueueStore, Ticket } from '../../lobby/index.ts'
import { parse } from './json.ts'
import { portionsOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { QueueReplies, StatusReply } from './scripts/queue.ts'

export class RedisQueue implements QueueStore {
  readonly #run: RunScript<QueueReplies>

  constructor(run: RunScript<QueueReplies>) {
    this.#run = run
  }

  async join(
    player: PlayerRef, pool: string, rating: number, ttlMs: number, realTime: boolean, bot?: BotLevel,
  ): Promise<PlayerStatus> {
    const { id, name } = player
    const ticket: Omit<Ticket, 'since'> = { player: { id, name }, pool, rating, ...(bot && { bot }) }
    const text = JSON.stringify(ticket)
    return statusOf(await this.#run('lobbyJoin', id, pool, text, ttlMs, realTime ? 1 : 0, bot ?? ''))
  }

  async renew(players: readonly string[], ttlMs: number): Promise<string[]> {
    const absent: string[] = []
    for (const portion of portionsOf(players)) {
      absent.push(...(await this.#run('lobbyRenewTickets', ttlMs, ...portion)))
    }
    return absent
  }

  async leave(player: string): Promise<Ticket | null> {
    return parse<Ticket>(await this.#run('lobbyLeave', player))
  }

  async status(player: string): Promise<PlayerStatus> {
    return statusOf(await this.#run('lobbyPlayerStatus', player))
  }

  async stats(pools: readonly string[]): Promise<PoolStats[]> {
    const stats = await this.#run('lobbyPoolStats', ...pools)
    return stats.map(([waiting, waits]) => ({ waiting, waits: waits.map(Number) }))
  }

  async matchBegan(match: string, players: readonly string[]): Promise<void> {
    await this.#run('lobbyMatchBegan', match, LOBBY_RETENTION.playingMs, ...players)
  }

  async matchEnded(match: string, players: readonly string[]): Promise<void> {
    await this.#run('lobbyMatchEnded', match, ...players)
  }
}

function statusOf([ticket, pairing, found, playing]: StatusReply): PlayerStatus {
  const [match, pool] = found?.split(' ') ?? []
  return {
    ticket: parse<Ticket>(ticket),
    pairing: parse<Pairing>(pairing),
    found: match !== undefined && pool !== undefined ? { match, pool } : null,
    playing,
  }
}
