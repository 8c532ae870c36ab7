import {
  catalogueQuerySchema,
  catalogueSchema,
  DEFAULT_GAME_OPTIONS,
  GAME_KIND_IDS,
  matchOptions,
} from '../protocol/index.ts'
import { catalogue, RULES_VERSION } from '../rules/index.ts'
import { isKnown, notModified, STATIC } from './caching.ts'
import { failures } from './errors.ts'
import type { App } from './parts.ts'

export function catalogueRoute(app: App): void {
  /** By kind of game; the other options of a match do not change its box. */
  const boxes = new Map(
    GAME_KIND_IDS.map((kind) => [kind, catalogueSchema.parse(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)))]),
  )

  app.get(
    '/v1/catalogue',
    {
      schema: {
        tags: ['matches'],
        summary: 'Cards, wonders, tokens and layouts of a kind of game',
        description:
          'Views and events name things by their ids; a client needs the catalogue to draw them. It is the same for ' +
          'all matches of a kind of game and a version of the rules.',
        querystring: catalogueQuerySchema,
        response: { 200: catalogueSchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const { kind } = request.query
      const tag = `catalogue.${RULES_VERSION}.${kind}`
      if (isKnown(request, reply, tag, STATIC)) return reply.code(304).send(undefined)
      return reply.send(boxes.get(kind))
    },
  )
}
