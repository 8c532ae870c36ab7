import { OWN, REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Tournaments: who plays in them, how they go on, and how they stand. */
export function tournamentRoutes(serve: Serve, { tournaments }: Pick<Parts, 'tournaments'>): void {
  serve('POST /v1/tournaments', async ({ identity, body }, reply) => {
    const tournament = await tournaments.create(identity.player, body)
    reply.header('location', `/v1/tournaments/${tournament.id}`)
    return tournament
  })

  serve('GET /v1/tournaments', async ({ query }) => tournaments.list(query), { cache: REVALIDATED })

  serve(
    'GET /v1/tournaments/{id}',
    async ({ params, identity }) => tournaments.get(params.id, identity?.player.id ?? null),
    { cache: OWN },
  )

  serve('GET /v1/tournaments/{id}/rounds/{round}', async ({ params }) => tournaments.round(params.id, params.round), {
    cache: REVALIDATED,
  })

  serve('GET /v1/tournaments/{id}/crosstable', async ({ params }) => tournaments.crosstable(params.id), {
    cache: REVALIDATED,
  })

  serve('POST /v1/tournaments/{id}/join', async ({ identity, params }) => tournaments.join(identity.player, params.id))

  serve('POST /v1/tournaments/{id}/leave', async ({ identity, params }) =>
    tournaments.leave(identity.player.id, params.id),
  )

  serve('POST /v1/tournaments/{id}/start', async ({ identity, params }) =>
    tournaments.start(identity.player, params.id),
  )

  serve('DELETE /v1/tournaments/{id}', async ({ identity, params }) => tournaments.cancel(identity.player, params.id))

  serve('POST /v1/pairings', async ({ identity, body }) => tournaments.pair(identity.player, body))
}
