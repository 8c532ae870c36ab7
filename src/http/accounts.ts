import { tokenAnswer } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Accounts: a name and a password, so that a player can log in again. */
export function accountRoutes(serve: Serve, { accounts }: Parts): void {
  serve('POST /v1/players/me/account', async (request) => {
    const issued = await accounts.claim(request.identity, request.body, clientInfoOf(request))
    return tokenAnswer(issued)
  })

  serve('PUT /v1/players/me/password', async (request) => {
    await accounts.changePassword(request.identity, request.body)
  })
}
