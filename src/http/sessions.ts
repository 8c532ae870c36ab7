import { guestResponseSchema, logInRequestSchema, sessionParamsSchema, sessionsAnswerSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN, tokenAnswer } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import { originOf } from './origin.ts'
import type { App, Parts } from './parts.ts'

const HOUR_MS = 3_600_000

/** Where a player is logged in: how that begins, goes on, and ends. */
export function sessionRoutes(app: App, { accounts, sessions, settings }: Parts, auth: Auth): void {
  const tags = ['players']
  const { guestsPerMinute } = settings.rates

  app.post(
    '/v1/sessions',
    {
      config: { rateLimit: { max: guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags,
        summary: 'Log in to an account',
        body: logInRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) => {
      const issued = await accounts.logIn(request.body, originOf(request))
      return reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(issued))
    },
  )

  app.delete(
    '/v1/sessions/current',
    {
      preValidation: auth.needed,
      // The end of a guest's session is kept, so there may not be as many as there may be guests.
      config: { rateLimit: { max: guestsPerMinute, timeWindow: HOUR_MS } },
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Log out',
        description: 'Ends the session of the token, of an account or of a guest. A guest cannot come back.',
        response: { 204: NOTHING, ...failures },
      },
    },
    async (request, reply) => {
      await sessions.logOut(identityOf(request))
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/players/me/token',
    {
      preValidation: auth.needed,
      config: { rateLimit: { max: guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Renew the token',
        description: 'The session goes on. The token before stays good until it expires.',
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) => {
      const issued = await sessions.renew(identityOf(request), originOf(request).label)
      return reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(issued))
    },
  )

  app.get(
    '/v1/players/me/sessions',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Where the account is logged in, latest used first',
        response: { 200: sessionsAnswerSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ sessions: await sessions.list(identityOf(request)) }),
  )

  app.delete(
    '/v1/players/me/sessions',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Log out everywhere else',
        response: { 204: NOTHING, ...failures },
      },
    },
    async (request, reply) => {
      await sessions.revokeOthers(identityOf(request))
      return reply.code(204).send()
    },
  )

  app.delete(
    '/v1/players/me/sessions/:id',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'End one session of the account',
        params: sessionParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    },
    async (request, reply) => {
      await sessions.revoke(identityOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
