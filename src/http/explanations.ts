import { codeQuerySchema, explanationAnswerSchema, matchParamsSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { isKnown, notModified, OWN } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** What the position of a live match means. */
export function explanationRoute(app: App, { matches: { explanations } }: Parts, auth: Auth): void {
  app.get(
    '/v1/matches/:id/explanation',
    auth.optional({
      schema: {
        tags: ['matches'],
        summary: 'What the present position means, as the caller may know it',
        description:
          'The prices of everything that lies open, for both seats; what each city produces, pays and gains; what is ' +
          'not offered to the seat that decides, and why; and what asks for the decision. Callers without a token or ' +
          'without a seat are spectators. The ETag names the version.',
        params: matchParamsSchema,
        querystring: codeQuerySchema,
        response: { 200: explanationAnswerSchema, ...notModified, ...failures },
      },
    }),
    async (request, reply) => {
      const answer = await explanations.explain(request.identity?.player ?? null, request.params.id, request.query.code)
      const tag = `${answer.match}.explanation.${answer.version}.${answer.you}`
      if (isKnown(request, reply, tag, OWN)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )
}
