import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** What moderators read and do. */
export function moderationRoutes(serve: Serve, { moderation }: Pick<Parts, 'moderation'>): void {
  serve('GET /v1/moderation/reports', async (request) => moderation.reports(request.identity.player, request.query))

  serve('GET /v1/moderation/reports/{id}', async (request) =>
    moderation.context(request.identity.player, request.params.id),
  )

  serve('GET /v1/moderation/players/{id}', async (request) =>
    moderation.player(request.identity.player, request.params.id),
  )

  serve('GET /v1/moderation/pairs', async (request) => moderation.pairs(request.identity.player, request.query))

  serve('GET /v1/moderation/measures', async (request) => moderation.measures(request.identity.player, request.query))

  serve('POST /v1/moderation/measures', async (request) => moderation.take(request.identity.player, request.body))
}
