import { claimRequestSchema, guestResponseSchema, passwordRequestSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN, tokenAnswer } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import { originOf } from './origin.ts'
import type { App, Parts } from './parts.ts'

/** A name and a password for a player who wants to come back. */
export function accountRoutes(app: App, { accounts, settings }: Parts, auth: Auth): void {
  const tags = ['players']
  const config = { rateLimit: { max: settings.rates.guestsPerMinute, timeWindow: 60_000 } }

  app.post(
    '/v1/players/me/account',
    {
      preValidation: auth.needed,
      config,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Make an account of a guest',
        description: 'He keeps his id, and with it his matches and games. His session goes on; the new token has the name.',
        body: claimRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) => {
      const issued = await accounts.claim(identityOf(request), request.body, originOf(request))
      return reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(issued))
    },
  )

  app.put(
    '/v1/players/me/password',
    {
      preValidation: auth.needed,
      config,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Change the password',
        description: 'All sessions of the account end, but the one of the token.',
        body: passwordRequestSchema,
        response: { 204: NOTHING, ...failures },
      },
    },
    async (request, reply) => {
      await accounts.changePassword(identityOf(request), request.body)
      return reply.code(204).send()
    },
  )
}
