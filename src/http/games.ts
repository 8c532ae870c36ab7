import { GameReader, playersIn } from '../history/index.ts'
import {
  codeQuerySchema,
  gameSchema,
  gamesPageSchema,
  gamesQuerySchema,
  matchParamsSchema,
  positionAnswerSchema,
  positionParamsSchema,
  positionQuerySchema,
  replaySchema,
} from '../protocol/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Auth } from './auth.ts'
import { digest, isKnown, notModified, OWN, REVALIDATED } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

const VIEWERS: Record<'0' | '1' | 'spectator', Viewer> = { 0: 0, 1: 1, spectator: 'spectator' }

/** Finished games, and replays of all matches. */
export function gameRoutes(app: App, { matches: { views }, archive }: Parts, auth: Auth): void {
  const tags = ['games']
  const games = new GameReader(views, archive)

  app.get(
    '/v1/games',
    {
      schema: {
        tags,
        summary: 'Finished games, newest first',
        description:
          'The list has a game once it is stored, a moment after its end. Games of private matches are only in the lists ' +
          'of their players.',
        querystring: gamesQuerySchema,
        response: { 200: gamesPageSchema, ...failures },
      },
    },
    async (request, reply) => reply.header('cache-control', REVALIDATED).send(await archive.list(request.query)),
  )

  app.get(
    '/v1/games/:id',
    {
      schema: {
        tags,
        summary: 'A finished game',
        params: matchParamsSchema,
        response: { 200: gameSchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const game = await games.game(id)
      if (isKnown(request, reply, `${id}.${digest(game)}`, REVALIDATED)) return reply.code(304).send(undefined)
      return reply.send(game)
    },
  )

  app.get(
    '/v1/games/:id/replay',
    auth.optional({
      schema: {
        tags,
        summary: 'A match from its beginning, version by version',
        description:
          'After the end with every event, the seed and the log; before the end with what the caller could see.',
        params: matchParamsSchema,
        querystring: codeQuerySchema,
        response: { 200: replaySchema, ...notModified, ...failures },
      },
    }),
    async (request, reply) => {
      const { id } = request.params
      const found = await games.replay(request.identity?.player ?? null, id, request.query.code)
      if (!found.ended) return reply.header('cache-control', 'private, no-store').send(found.replay)
      const tag = `${id}.replay.${digest(playersIn(found.record))}`
      if (isKnown(request, reply, tag, REVALIDATED)) return reply.code(304).send(undefined)
      return reply.send(found.replay())
    },
  )

  app.get(
    '/v1/games/:id/positions/:version',
    auth.optional({
      schema: {
        tags,
        summary: 'The match at a version, as one viewer saw it',
        params: positionParamsSchema,
        querystring: positionQuerySchema,
        response: { 200: positionAnswerSchema, ...notModified, ...failures },
      },
    }),
    async (request, reply) => {
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
      if (isKnown(request, reply, tag, cacheControl)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )
}
