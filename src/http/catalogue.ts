import { catalogueSchema, DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../protocol/index.ts'
import { catalogue, RULES_VERSION } from '../rules/index.ts'
import { isKnown, STATIC } from './caching.ts'
import type { Serve } from './route.ts'

export function catalogueRoute(serve: Serve): void {
  /** By kind of game; the other options of a match do not change its box. */
  const boxes = new Map(
    GAME_KIND_IDS.map((kind) => [kind, catalogueSchema.parse(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)))]),
  )

  serve('GET /v1/catalogue', async (request, reply) => {
    const { kind } = request.query
    const tag = `catalogue.${RULES_VERSION}.${kind}`
    if (isKnown(request, reply, tag, STATIC)) return reply.code(304).send(undefined)
    return reply.send(boxes.get(kind))
  })
}
