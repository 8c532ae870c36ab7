import { tokenAnswer } from './auth.ts'
import { forgetPlayer } from './own-data.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** All games of a bot lose its name. */
const HANDLER_TIMEOUT_MS = 600_000

/** The bots of a player: accounts for programs, with personal tokens. */
export function botAccountRoutes(
  serve: Serve,
  parts: Pick<Parts, 'archive' | 'bots' | 'moderation' | 'puzzles' | 'tournaments'>,
): void {
  const { bots, moderation } = parts

  serve('GET /v1/players/me/bots', async (request) => ({ bots: await bots.list(request.identity.player) }))

  serve('POST /v1/players/me/bots', async (request) => {
    const issued = await bots.create(request.identity.player, request.body.name)
    return tokenAnswer(issued)
  })

  serve(
    'DELETE /v1/players/me/bots/{id}',
    async (request) => {
      const { player } = request.identity
      const { id } = request.params
      await bots.revokeToken(player, id)
      await forgetPlayer(parts, id)
      // This is the last step: until then the request can be repeated.
      await bots.delete(player, id)
      moderation.expelLater(id)
    },
    { handlerTimeout: HANDLER_TIMEOUT_MS },
  )

  serve('POST /v1/players/me/bots/{id}/token', async (request) => {
    const issued = await bots.replaceToken(request.identity.player, request.params.id)
    return tokenAnswer(issued)
  })

  serve('DELETE /v1/players/me/bots/{id}/token', async (request) => {
    const { id } = request.params
    await bots.revokeToken(request.identity.player, id)
    await moderation.expel(id)
    moderation.expelLater(id)
  })
}
