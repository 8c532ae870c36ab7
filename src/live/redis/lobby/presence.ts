import { playerRef } from '../../../protocol/index.ts'
import type { PlayerRef } from '../../../protocol/index.ts'
import type { OnlinePlayers, PresenceStore } from '../../lobby/index.ts'
import { portionsOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { PresenceReplies } from './scripts/presence.ts'

export class RedisPresence implements PresenceStore {
  readonly #run: RunScript<PresenceReplies>

  constructor(run: RunScript<PresenceReplies>) {
    this.#run = run
  }

  async renew(players: readonly PlayerRef[], ttlMs: number): Promise<void> {
    for (const portion of portionsOf(players)) {
      const named = portion.flatMap(({ id, name, bot }) => [id, name, bot ? 1 : 0])
      await this.#run('lobbyRenewOnline', ttlMs, ...named)
    }
  }

  async find(id: string): Promise<PlayerRef | null> {
    const [name, bot] = await this.#run('lobbyOnlinePlayer', id)
    return name === undefined ? null : playerRef(id, name, bot === 1)
  }

  async page(limit: number, after = ''): Promise<OnlinePlayers> {
    const [count, ...page] = await this.#run('lobbyOnlinePlayers', limit, after)
    return { count, players: page.map(([id, name, bot]) => playerRef(id, name, bot === 1)) }
  }
}
