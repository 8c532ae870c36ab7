import { CodedError, gameChatPageSchema, matchParamsSchema, pageQuerySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function gameChatRoute(app: App, { archive }: Pick<Parts, 'archive'>, auth: Auth): void {
  app.get(
    '/v1/games/:id/chat',
    auth.required({
      schema: {
        tags: ['games'],
        summary: 'The chat of the players of a finished game, in order; only its players can read it',
        params: matchParamsSchema,
        querystring: pageQuerySchema,
        response: { 200: gameChatPageSchema, ...failures },
      },
    }),
    async (request) => {
      const found = await archive.chat(request.params.id, request.query)
      if (!found) throw new CodedError('unknown-game')
      if (!found.players.includes(identityOf(request).player.id)) throw new CodedError('not-your-match')
      return found.page
    },
  )
}
