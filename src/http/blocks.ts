import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** The players whose challenges an account refuses. */
export function blockRoutes(serve: Serve, { blocks }: Pick<Parts, 'blocks'>): void {
  serve('GET /v1/players/me/blocks', async (request) => ({ blocked: await blocks.list(request.identity.player.id) }))

  serve('PUT /v1/players/me/blocks/{id}', async (request) => {
    await blocks.block(request.identity.player.id, request.params.id)
  })

  serve('DELETE /v1/players/me/blocks/{id}', async (request) => {
    await blocks.unblock(request.identity.player.id, request.params.id)
  })
}
