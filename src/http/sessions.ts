import { claimedAnswer, tokenAnswer } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Sessions: how they begin, are renewed, and end. */
export function sessionRoutes(serve: Serve, { accounts, passkeys, sessions }: Parts): void {
  serve(
    'POST /v1/sessions',
    async (request) => {
      const issued = await accounts.logIn(request.body, clientInfoOf(request))
      return tokenAnswer(issued)
    },
    { cache: 'no-store' },
  )

  serve(
    'POST /v1/sessions/recovery',
    async (request) => {
      const issued = await accounts.waysBack.recover(request.body, clientInfoOf(request))
      return tokenAnswer(issued)
    },
    { cache: 'no-store' },
  )

  serve(
    'POST /v1/sessions/reset',
    async (request) => {
      const issued = await accounts.waysBack.reset(request.body, clientInfoOf(request))
      return claimedAnswer(issued)
    },
    { cache: 'no-store' },
  )

  serve('POST /v1/sessions/passkey/options', async () => passkeys.requestOptions(), { cache: 'no-store' })

  serve(
    'POST /v1/sessions/passkey',
    async (request) => {
      const issued = await passkeys.logIn(request.body, clientInfoOf(request))
      return tokenAnswer(issued)
    },
    { cache: 'no-store' },
  )

  serve('DELETE /v1/sessions/current', async (request) => {
    await sessions.logOut(request.identity)
  })

  serve('POST /v1/players/me/token', async (request) => {
    const issued = await sessions.renew(request.identity, clientInfoOf(request))
    return tokenAnswer(issued)
  })

  serve('GET /v1/players/me/sessions', async (request) => ({ sessions: await sessions.list(request.identity) }))

  serve('DELETE /v1/players/me/sessions', async (request) => {
    await sessions.revokeOthers(request.identity)
  })

  serve('DELETE /v1/players/me/sessions/{id}', async (request) => {
    await sessions.revoke(request.identity, request.params.id)
  })
}
