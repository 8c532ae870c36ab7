import { ownMatchesAnswerSchema, ownMatchesQuerySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function ownMatchesRoute(app: App, { matches }: Parts, auth: Auth): void {
  app.get(
    '/v1/players/me/matches',
    auth.required({
      schema: {
        tags: ['players'],
        summary: 'The matches of the caller that have not ended',
        description:
          'The match that the caller created or joined last comes first. Matches that end meanwhile are left out, ' +
          'and so are matches whose rules are not those of this server. So a page may be shorter than its limit, and ' +
          'still have a `next`.',
        querystring: ownMatchesQuerySchema,
        response: { 200: ownMatchesAnswerSchema, ...failures },
      },
    }),
    async (request) => matches.own.page(identityOf(request).player, request.query),
  )
}
