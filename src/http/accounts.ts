import { claimedAnswer } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Accounts: a name, and what lets a player in again: a password, recovery codes and passkeys. */
export function accountRoutes(serve: Serve, { accounts, passkeys }: Parts): void {
  serve('POST /v1/players/me/account', async (request) => {
    const issued = await accounts.claim(request.identity, request.body, clientInfoOf(request))
    return claimedAnswer(issued)
  })

  serve('PUT /v1/players/me/password', async (request) => {
    await accounts.changePassword(request.identity, request.body)
  })

  serve('POST /v1/players/me/recovery-codes', async (request) => ({
    recoveryCodes: await accounts.newRecoveryCodes(request.identity.player, request.body.password),
  }))

  serve('GET /v1/players/me/passkeys', async (request) => ({ passkeys: await passkeys.list(request.identity.player) }))

  serve('POST /v1/players/me/passkeys/options', async (request) =>
    passkeys.creationOptions(request.identity, request.body.password),
  )

  serve('POST /v1/players/me/passkeys', async (request) =>
    passkeys.add(request.identity, request.body, clientInfoOf(request)),
  )

  serve('DELETE /v1/players/me/passkeys/{id}', async (request) => {
    await passkeys.remove(request.identity.player, request.params.id)
  })
}
