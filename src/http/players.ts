import { guestRequestSchema, guestResponseSchema, identitySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityAnswer, identityOf, tokenAnswer } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** Guests. */
export function playerRoutes(app: App, { accounts, tokens, settings }: Parts, auth: Auth): void {
  const tags = ['players']

  app.post(
    '/v1/players',
    {
      config: { limit: { points: settings.rates.guestsPerMinute, duration: 60 } },
      schema: {
        tags,
        summary: 'Become a guest player',
        body: guestRequestSchema,
        response: { 201: guestResponseSchema, ...failures },
      },
    },
    async (request, reply) => {
      const issued = await tokens.issue(await accounts.newGuest(request.body.name))
      return reply.code(201).header('cache-control', 'no-store').send(tokenAnswer(issued))
    },
  )

  app.get(
    '/v1/players/me',
    auth.required({
      schema: { tags, summary: 'The player of the token', response: { 200: identitySchema, ...failures } },
    }),
    async (request) => identityAnswer(identityOf(request)),
  )
}
