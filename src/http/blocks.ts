import { blocksAnswerSchema, playerParamsSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

/** The players whose challenges an account refuses. */
export function blockRoutes(app: App, { blocks }: Pick<Parts, 'blocks'>, auth: Auth): void {
  const tags = ['players']

  app.get(
    '/v1/players/me/blocks',
    auth.required({
      schema: {
        tags,
        summary: 'The players whom the account blocks',
        response: { 200: blocksAnswerSchema, ...failures },
      },
    }),
    async (request) => ({ blocked: await blocks.list(identityOf(request).player.id) }),
  )

  app.put(
    '/v1/players/me/blocks/:id',
    auth.required({
      schema: {
        tags,
        summary: 'Block a player',
        description:
          'Challenges of that player are refused from now on. An account blocks at most 500 players. The bots of the ' +
          'server challenge nobody, and cannot be blocked.',
        params: playerParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await blocks.block(identityOf(request).player.id, request.params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/v1/players/me/blocks/:id',
    auth.required({
      schema: {
        tags,
        summary: 'Unblock a player',
        params: playerParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await blocks.unblock(identityOf(request).player.id, request.params.id)
      return reply.code(204).send()
    },
  )
}
