import { catalogueQuerySchema, catalogueSchema } from '../protocol/index.ts'
import { catalogue, RULES_VERSION } from '../rules/index.ts'
import { isKnown, notModified, STATIC } from './caching.ts'
import { failures } from './errors.ts'
import type { App } from './parts.ts'

/** The box with the expansion or without it; the other options of a match make no difference to what is in it. */
const boxWith = (agora: boolean) => catalogueSchema.parse(catalogue({ agora, wonders: 'draft', tiedPawn: 'chooses' }))

export function catalogueRoute(app: App): void {
  const boxes = { base: boxWith(false), agora: boxWith(true) }

  app.get(
    '/v1/catalogue',
    {
      schema: {
        tags: ['matches'],
        summary: 'Cards, wonders, tokens and layouts',
        description: 'What a client needs to draw what views and events name by id. The same for all matches of this version of the rules.',
        querystring: catalogueQuerySchema,
        response: { 200: catalogueSchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const box = request.query.agora ? 'agora' : 'base'
      if (isKnown(request, reply, `catalogue.${RULES_VERSION}.${box}`, STATIC)) return reply.code(304).send(undefined)
      return reply.send(boxes[box])
    },
  )
}
