import { CodedError } from '../protocol/index.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

export function gameChatRoute(serve: Serve, { archive }: Pick<Parts, 'archive'>): void {
  serve('GET /v1/games/{id}/chat', async (request) => {
    const found = await archive.chat(request.params.id, request.query)
    if (!found) throw new CodedError('unknown-game')
    if (!found.players.includes(request.identity.player.id)) throw new CodedError('not-your-match')
    return found.page
  })
}
