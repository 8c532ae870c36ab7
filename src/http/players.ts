import { identityAnswer, tokenAnswer } from './auth.ts'
import { OWN } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Guests, and the search for accounts. */
export function playerRoutes(serve: Serve, { accounts, tokens, directory }: Parts): void {
  serve(
    'POST /v1/players',
    async (request) => {
      const issued = await tokens.issue(await accounts.newGuest(request.body.name))
      return tokenAnswer(issued)
    },
    { cache: 'no-store' },
  )

  serve(
    'GET /v1/players',
    async ({ query, identity }) => ({ players: await directory.search(query, identity?.player.id ?? null) }),
    { cache: OWN },
  )

  serve('GET /v1/players/me', async (request) => identityAnswer(request.identity))
}
