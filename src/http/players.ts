import { guestRequestSchema, guestResponseSchema, identitySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityAnswer, identityOf, NEEDS_TOKEN, tokenAnswer } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function playerRoutes(app: App, { accounts, tokens, settings }: Parts, auth: Auth): void {
  const tags = ['players']

  app.post(
    '/v1/players',
    {
      config: { rateLimit: { max: settings.rates.guestsPerMinute, timeWindow: 60_000 } },
      schema: { tags, summary: 'Become a guest player', body: guestRequestSchema, response: { 201: guestResponseSchema, ...failures } },
    },
    async (request, reply) =>
      reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(await tokens.issue(await accounts.newGuest(request.body.name)))),
  )

  app.get(
    '/v1/players/me',
    {
      preValidation: auth.needed,
      schema: { tags, security: NEEDS_TOKEN, summary: 'Whom the token stands for', response: { 200: identitySchema, ...failures } },
    },
    async (request) => identityAnswer(identityOf(request)),
  )
}
