import { hintAnswerSchema, matchParamsSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** Hints for people who play against a bot of the server. */
export function hintRoute(app: App, { matches: { hints } }: Pick<Parts, 'matches'>, auth: Auth): void {
  app.post(
    '/v1/matches/:id/hint',
    auth.required({
      schema: {
        tags: ['matches'],
        summary: 'The best actions of the caller, who decides, in an unrated match against a bot of the server',
        params: matchParamsSchema,
        response: { 200: hintAnswerSchema, ...failures },
      },
    }),
    async (request) => hints.hint(identityOf(request).player, request.params.id),
  )
}
