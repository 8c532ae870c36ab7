import { OWN } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Puzzles: the one of the day, as many as one likes, and answers. */
export function puzzleRoutes(serve: Serve, { puzzles }: Pick<Parts, 'puzzles'>): void {
  serve('GET /v1/puzzles/daily', async ({ identity }) => puzzles.daily(identity?.player.id ?? null), { cache: OWN })

  serve('GET /v1/puzzles/next', async ({ identity, query }) => puzzles.next(identity.player.id, query))

  serve('POST /v1/puzzles/{id}/answers', async ({ identity, params, body }) =>
    puzzles.answer(identity.player, params.id, body.action),
  )
}
