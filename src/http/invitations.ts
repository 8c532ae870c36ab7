import { invitationAnswerSchema, invitationParamsSchema } from '../protocol/index.ts'
import { FOR_CALLER } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** So few, that nobody finds a code by trying: there are 10 to the power of 11. */
const PER_MINUTE = 60

export function invitationRoute(app: App, { lobby }: Parts): void {
  app.get(
    '/v1/invitations/:code',
    {
      config: { limit: { points: PER_MINUTE, duration: 60 } },
      schema: {
        tags: ['lobby'],
        summary: 'Who invites to what, for someone with the code of an invitation',
        description: 'A code that was used, has expired, or was never made is refused as `unknown-code`.',
        params: invitationParamsSchema,
        response: { 200: invitationAnswerSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', FOR_CALLER).send(await lobby.invitations.read(request.params.code)),
  )
}
