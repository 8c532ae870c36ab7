import { OWN } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

export function onlineRoute(serve: Serve, { lobby, blocks }: Pick<Parts, 'lobby' | 'blocks'>): void {
  serve(
    'GET /v1/online',
    async ({ identity, query }) => {
      const page = await lobby.online.page(query)
      return identity ? { ...page, players: await blocks.open(page.players, identity.player.id) } : page
    },
    { cache: OWN },
  )
}
