import { claimRequestSchema, guestResponseSchema, passwordRequestSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, tokenAnswer } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

/** Accounts: a name and a password, so that a player can log in again. */
export function accountRoutes(app: App, { accounts, settings }: Parts, auth: Auth): void {
  const tags = ['players']
  const config = { limit: { points: settings.rates.guestsPerMinute, duration: 60 } }

  app.post(
    '/v1/players/me/account',
    auth.required({
      config,
      schema: {
        tags,
        summary: 'Make an account of a guest',
        description: 'The player keeps the id, matches, games and session. The new token has the name of the account.',
        body: claimRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const issued = await accounts.claim(identityOf(request), request.body, clientInfoOf(request))
      return reply.code(201).send(tokenAnswer(issued))
    },
  )

  app.put(
    '/v1/players/me/password',
    auth.required({
      config,
      schema: {
        tags,
        summary: 'Change the password',
        description: 'All sessions of the account end, except the session of the token.',
        body: passwordRequestSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await accounts.changePassword(identityOf(request), request.body)
      return reply.code(204).send()
    },
  )
}
