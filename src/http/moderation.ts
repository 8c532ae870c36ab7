import { resetPath } from '../moderation/index.ts'
import { originOf } from './origin.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** What moderators read and do. */
export function moderationRoutes(
  serve: Serve,
  {
    moderation,
    announcements,
    overviews,
    settings,
  }: Pick<Parts, 'moderation' | 'announcements' | 'overviews' | 'settings'>,
): void {
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

  serve('GET /v1/moderation/overview', async (request) => overviews.read(request.identity.player))

  serve('POST /v1/moderation/notices', async (request) => announcements.notify(request.identity.player, request.body))

  serve('DELETE /v1/moderation/notices', async (request) => announcements.withdraw(request.identity.player))

  serve('PUT /v1/moderation/pause', async (request) => announcements.pause(request.identity.player, request.body))

  serve('POST /v1/moderation/resets', async (request) => {
    const { token, expiresAt } = await moderation.resetLink(request.identity.player, request.body)
    return { link: `${originOf(request, settings) ?? ''}${resetPath(token)}`, expiresAt: expiresAt.getTime() }
  })
}
