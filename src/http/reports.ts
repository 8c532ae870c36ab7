import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Reports of players, and what a player may do. */
export function reportRoutes(serve: Serve, { moderation }: Pick<Parts, 'moderation'>): void {
  serve('POST /v1/reports', async (request) => {
    const report = await moderation.report(request.identity.player, request.body)
    return { report }
  })

  serve('GET /v1/players/me/standing', async (request) => moderation.standing(request.identity.player.id))
}
