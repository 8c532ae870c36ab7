import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** The accounts that an account follows. */
export function followRoutes(serve: Serve, { follows, lobby }: Pick<Parts, 'follows' | 'lobby'>): void {
  serve('GET /v1/players/me/following', async (request) => {
    const followed = await follows.list(request.identity.player.id)
    const ids = followed.map(({ id }) => id)
    const [online, played] = await Promise.all([lobby.online.among(ids), lobby.publicMatches.playedBy(ids)])
    return {
      following: followed.map((player) => {
        const match = played.get(player.id)
        return { ...player, online: online.has(player.id), ...(match !== undefined && { match }) }
      }),
    }
  })

  serve('PUT /v1/players/me/following/{id}', async (request) => {
    await follows.follow(request.identity.player.id, request.params.id)
  })

  serve('DELETE /v1/players/me/following/{id}', async (request) => {
    await follows.unfollow(request.identity.player.id, request.params.id)
  })
}
