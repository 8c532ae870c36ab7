import { CodedError, gameChatPageSchema, matchParamsSchema, pageQuerySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** What was said in a finished game, for those who played it. */
export function gameChatRoute(app: App, { archive }: Pick<Parts, 'archive'>, auth: Auth): void {
  app.get(
    '/v1/games/:id/chat',
    {
      preValidation: auth.needed,
      schema: {
        tags: ['games'],
        security: NEEDS_TOKEN,
        summary: 'What the players of a finished game said, in order; for them only',
        params: matchParamsSchema,
        querystring: pageQuerySchema,
        response: { 200: gameChatPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const found = await archive.chat(request.params.id, request.query)
      if (!found) throw new CodedError('unknown-game')
      if (!found.players.includes(identityOf(request).player.id)) throw new CodedError('not-your-match')
      return reply.header('cache-control', 'private, no-store').send(found.page)
    },
  )
}
