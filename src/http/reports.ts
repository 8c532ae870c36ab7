import { reportedSchema, reportRequestSchema, standingSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

const PER_MINUTE = 10

/** Reports of players, and what a player may do. */
export function reportRoutes(app: App, { moderation }: Pick<Parts, 'moderation'>, auth: Auth): void {
  const tags = ['players']

  app.post(
    '/v1/reports',
    auth.required({
      config: { limit: { points: PER_MINUTE, duration: 60 } },
      schema: {
        tags,
        summary: 'Report a player, or a line of the chat',
        description:
          'Moderators read it, with the chat and the game; the player who is reported does not learn of it. The same ' +
          'report is stored once while it is open. A player has at most 20 open reports.',
        body: reportRequestSchema,
        response: { 201: reportedSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const report = await moderation.report(identityOf(request).player, request.body)
      return reply.code(201).send({ report })
    },
  )

  app.get(
    '/v1/players/me/standing',
    auth.required({
      schema: {
        tags,
        summary: 'What the caller may do: whether a moderator has muted them, and whether they are a moderator',
        response: { 200: standingSchema, ...failures },
      },
    }),
    async (request) => moderation.standing(identityOf(request).player.id),
  )
}
