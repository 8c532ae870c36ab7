import { newGuest } from '../players/index.ts'
import {
  CodedError,
  gamesPageSchema,
  gamesQuerySchema,
  guestRequestSchema,
  guestResponseSchema,
  identitySchema,
  playerParamsSchema,
  playerProfileSchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function playerRoutes(app: App, { tokens, archive, settings }: Parts, auth: Auth): void {
  const tags = ['players']

  app.post(
    '/v1/players',
    {
      config: { rateLimit: { max: settings.rates.guestsPerMinute, timeWindow: 60_000 } },
      schema: { tags, summary: 'Become a guest player', body: guestRequestSchema, response: { 201: guestResponseSchema, ...failures } },
    },
    async (request, reply) =>
      reply.code(201).header('cache-control', 'no-store').send(await tokens.issue(newGuest(request.body.name))),
  )

  app.get(
    '/v1/players/me',
    {
      preValidation: auth.needed,
      schema: { tags, security: NEEDS_TOKEN, summary: 'Whom the token stands for', response: { 200: identitySchema, ...failures } },
    },
    async (request) => identityOf(request),
  )

  app.post(
    '/v1/players/me/token',
    {
      preValidation: auth.needed,
      config: { rateLimit: { max: settings.rates.guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Renew the token',
        description: 'The one before stays good until it expires.',
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.code(201).header('cache-control', 'no-store').send(await tokens.issue(identityOf(request).player)),
  )

  app.get(
    '/v1/players/:id',
    {
      schema: {
        tags,
        summary: 'A player, once a first game has ended',
        params: playerParamsSchema,
        response: { 200: playerProfileSchema, ...failures },
      },
    },
    async (request, reply) => {
      const profile = await archive.player(request.params.id)
      if (!profile) throw new CodedError('unknown-player')
      return reply.header('cache-control', 'no-cache').send(profile)
    },
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
    async (request, reply) =>
      reply.header('cache-control', 'no-cache').send(await archive.list({ ...request.query, player: request.params.id })),
  )
}
