import {
  guestResponseSchema,
  logInRequestSchema,
  sessionParamsSchema,
  sessionsAnswerSchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, tokenAnswer } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

// In seconds.
const MINUTE = 60
const HOUR = 3_600

/** Sessions: how they begin, are renewed, and end. */
export function sessionRoutes(app: App, { accounts, sessions, settings }: Parts, auth: Auth): void {
  const tags = ['players']
  const { guestsPerMinute } = settings.rates

  app.post(
    '/v1/sessions',
    {
      config: { limit: { points: guestsPerMinute, duration: MINUTE } },
      schema: {
        tags,
        summary: 'Log in to an account',
        body: logInRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) => {
      const issued = await accounts.logIn(request.body, clientInfoOf(request))
      return reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(issued))
    },
  )

  app.delete(
    '/v1/sessions/current',
    auth.required({
      // The server stores the end of a guest's session, so the limit is stricter than the limit of new guests.
      config: { limit: { points: guestsPerMinute, duration: HOUR } },
      schema: {
        tags,
        summary: 'Log out',
        description: 'The session of the token ends, also that of a guest. A guest cannot log in again.',
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await sessions.logOut(identityOf(request))
      return reply.code(204).send()
    },
  )

  app.post(
    '/v1/players/me/token',
    auth.required({
      config: { limit: { points: guestsPerMinute, duration: MINUTE } },
      schema: {
        tags,
        summary: 'Renew the token',
        description: 'The new token is of the same session. The old token is valid until it expires.',
        response: { 201: guestResponseSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const issued = await sessions.renew(identityOf(request), clientInfoOf(request).label)
      return reply.code(201).send(tokenAnswer(issued))
    },
  )

  app.get(
    '/v1/players/me/sessions',
    auth.required({
      schema: {
        tags,
        summary: 'The sessions of the account, most recently used first',
        response: { 200: sessionsAnswerSchema, ...failures },
      },
    }),
    async (request) => ({ sessions: await sessions.list(identityOf(request)) }),
  )

  app.delete(
    '/v1/players/me/sessions',
    auth.required({
      schema: {
        tags,
        summary: 'End all sessions of the account, except the session of the token',
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await sessions.revokeOthers(identityOf(request))
      return reply.code(204).send()
    },
  )

  app.delete(
    '/v1/players/me/sessions/:id',
    auth.required({
      schema: {
        tags,
        summary: 'End one session of the account',
        params: sessionParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await sessions.revoke(identityOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
