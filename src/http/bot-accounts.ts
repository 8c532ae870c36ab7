import {
  botAccountsAnswerSchema,
  botRequestSchema,
  guestResponseSchema,
  playerParamsSchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, tokenAnswer } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import { forgetPlayer } from './own-data.ts'
import type { App, Parts } from './parts.ts'

/** All games of a bot lose its name. */
const HANDLER_TIMEOUT_MS = 600_000

/** The bots of a player: accounts for programs, with personal tokens. */
export function botAccountRoutes(app: App, parts: Pick<Parts, 'archive' | 'bots' | 'moderation'>, auth: Auth): void {
  const { bots, moderation } = parts
  const tags = ['players']

  app.get(
    '/v1/players/me/bots',
    auth.required({
      schema: {
        tags,
        summary: 'The bot accounts of the account',
        response: { 200: botAccountsAnswerSchema, ...failures },
      },
    }),
    async (request) => ({ bots: await bots.list(identityOf(request).player) }),
  )

  app.post(
    '/v1/players/me/bots',
    auth.required({
      schema: {
        tags,
        summary: 'Create a bot account',
        description:
          'A player for a program of the caller. It is marked as a bot for good, plays over the same API, and never ' +
          'enters the queue of people. The answer has its personal token, which is not shown again. An account has at ' +
          'most 10 bots, and gets at most 20 tokens for them in a day.',
        body: botRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const issued = await bots.create(identityOf(request).player, request.body.name)
      return reply.code(201).send(tokenAnswer(issued))
    },
  )

  app.delete(
    '/v1/players/me/bots/:id',
    auth.required({
      handlerTimeout: HANDLER_TIMEOUT_MS,
      schema: {
        tags,
        summary: 'Delete a bot account',
        description:
          'Its token is revoked, and its name and chat lines are removed from its games, as for any player who deletes ' +
          'their data. If the request fails, the client should repeat it.',
        params: playerParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      const { player } = identityOf(request)
      const { id } = request.params
      await bots.revokeToken(player, id)
      await forgetPlayer(parts, id)
      // This is the last step: until then the request can be repeated.
      await bots.delete(player, id)
      moderation.expelLater(id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/players/me/bots/:id/token',
    auth.required({
      schema: {
        tags,
        summary: 'Replace the personal token of a bot',
        description: 'The token until now is revoked. The new one is not shown again.',
        params: playerParamsSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const issued = await bots.replaceToken(identityOf(request).player, request.params.id)
      return reply.code(201).send(tokenAnswer(issued))
    },
  )

  app.delete(
    '/v1/players/me/bots/:id/token',
    auth.required({
      schema: {
        tags,
        summary: 'Revoke the personal token of a bot',
        description: 'The bot leaves the queue, its challenges are closed, and it resigns its matches.',
        params: playerParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      const { id } = request.params
      await bots.revokeToken(identityOf(request).player, id)
      await moderation.expel(id)
      moderation.expelLater(id)
      return reply.code(204).send()
    },
  )
}
