import { GameReader, playersIn } from '../history/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Viewer } from '../rules/index.ts'
import { digest, isKnown, OWN, REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

const VIEWERS: Record<'0' | '1' | 'spectator', Viewer> = { 0: 0, 1: 1, spectator: 'spectator' }

/** Finished games, and replays of all matches. */
export function gameRoutes(serve: Serve, { matches: { views }, archive }: Parts): void {
  const games = new GameReader(views, archive)

  serve('GET /v1/games', async (request) => archive.list(request.query), { cache: REVALIDATED })

  serve('GET /v1/deals/{id}', async (request) => found(await archive.deal(request.params.id)), { cache: REVALIDATED })

  serve(
    'GET /v1/deals/{id}/results',
    async (request) => found(await archive.dealResults(request.params.id, request.query)),
    { cache: REVALIDATED },
  )

  serve('GET /v1/games/{id}', async (request, reply) => {
    const { id } = request.params
    const game = await games.game(id)
    if (isKnown(request, reply, `${id}.${digest(game)}`, REVALIDATED)) return reply.code(304).send()
    return game
  })

  serve('GET /v1/games/{id}/replay', async (request, reply) => {
    const { id } = request.params
    const found = await games.replay(request.identity?.player ?? null, id, request.query.code)
    if (!found.ended) return reply.header('cache-control', 'private, no-store').send(found.replay)
    const tag = `${id}.replay.${digest(playersIn(found.record))}`
    if (isKnown(request, reply, tag, REVALIDATED)) return reply.code(304).send()
    return reply.send(found.replay())
  })

  serve('GET /v1/games/{id}/positions/{version}', async (request, reply) => {
    const { id, version } = request.params
    const { viewer: wanted, code } = request.query
    const viewer = wanted && VIEWERS[wanted]
    const { answer, stored } = await games.position(request.identity?.player ?? null, id, version, { viewer, code })
    // The answer for a stored game depends on the address alone if the address names the viewer.
    const cacheControl = stored && viewer !== undefined ? REVALIDATED : OWN
    const {
      snapshot: { you, players },
      ledger,
    } = answer
    const tag = `${id}.${version}.${you}.${digest([players, ledger])}`
    if (isKnown(request, reply, tag, cacheControl)) return reply.code(304).send()
    return answer
  })
}

/** @throws CodedError `unknown-deal` */
function found<T>(answer: T | null): T {
  if (answer === null) throw new CodedError('unknown-deal')
  return answer
}
