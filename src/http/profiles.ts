import {
  CodedError,
  encounterPageSchema,
  encounterParamsSchema,
  gamesPageSchema,
  gamesQuerySchema,
  pageQuerySchema,
  playerParamsSchema,
  playerProfileSchema,
  playerWondersSchema,
  ratingHistoryPageSchema,
  ratingHistoryParamsSchema,
} from '../protocol/index.ts'
import { REVALIDATED } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** Players, from their finished games. */
export function profileRoutes(app: App, { archive }: Pick<Parts, 'archive'>): void {
  const tags = ['players']

  app.get(
    '/v1/players/:id',
    {
      schema: {
        tags,
        summary: 'The profile of a player who has a finished game',
        params: playerParamsSchema,
        response: { 200: playerProfileSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', REVALIDATED).send(known(await archive.player(request.params.id))),
  )

  app.get(
    '/v1/players/:id/games',
    {
      schema: {
        tags,
        summary: 'Finished games of a player, newest first',
        params: playerParamsSchema,
        querystring: gamesQuerySchema.omit({ player: true }),
        response: { 200: gamesPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const page = await archive.list({ ...request.query, player: request.params.id })
      return reply.header('cache-control', REVALIDATED).send(page)
    },
  )

  app.get(
    '/v1/players/:id/ratings/:kind/history',
    {
      schema: {
        tags,
        summary: 'What rated games did to the rating of a player, latest first',
        params: ratingHistoryParamsSchema,
        querystring: pageQuerySchema,
        response: { 200: ratingHistoryPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { id, kind } = request.params
      return reply.header('cache-control', REVALIDATED).send(await archive.ratingHistory(id, kind, request.query))
    },
  )

  app.get(
    '/v1/players/:id/opponents/:other',
    {
      schema: {
        tags,
        summary: 'The games of two players against each other, newest first, and the balance of the first player',
        params: encounterParamsSchema,
        querystring: pageQuerySchema,
        response: { 200: encounterPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { id, other } = request.params
      const page = known(await archive.encounter(id, other, request.query))
      return reply.header('cache-control', REVALIDATED).send(page)
    },
  )

  app.get(
    '/v1/players/:id/wonders',
    {
      schema: {
        tags,
        summary: 'The wonders that a player has drafted, most often first',
        params: playerParamsSchema,
        response: { 200: playerWondersSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', REVALIDATED).send(known(await archive.wonders(request.params.id))),
  )
}

/** @throws CodedError `unknown-player` */
function known<T>(found: T | null): T {
  if (found === null) throw new CodedError('unknown-player')
  return found
}
