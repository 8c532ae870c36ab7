import { playerRef } from '../../../protocol/index.ts'
import type { PresenceStore } from '../../lobby/index.ts'
import { portionsOf } from './portions.ts'
import type { RunScript } from './scripts/index.ts'
import type { PresenceReplies } from './scripts/presence.ts'

export const redisPresence = (run: RunScript<PresenceReplies>): PresenceStore => ({
  renew: async (players, ttlMs) => {
    for (const portion of portionsOf(players)) {
      const named = portion.flatMap(({ id, name, bot }) => [id, name, bot ? 1 : 0])
      await run('lobbyRenewOnline', ttlMs, ...named)
    }
  },
  find: async (id) => {
    const [name, bot] = await run('lobbyOnlinePlayer', id)
    return name === undefined ? null : playerRef(id, name, bot === 1)
  },
  among: async (ids) => {
    const there = new Set<string>()
    for (const portion of portionsOf(ids)) for (const id of await run('lobbyOnlineAmong', ...portion)) there.add(id)
    return there
  },
  page: async (limit, after = '') => {
    const [count, ...page] = await run('lobbyOnlinePlayers', limit, after)
    return { count, players: page.map(([id, name, bot]) => playerRef(id, name, bot === 1)) }
  },
})
