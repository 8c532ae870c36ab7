import { FOR_CALLER } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

export function invitationRoute(serve: Serve, { lobby }: Parts): void {
  serve('GET /v1/invitations/{code}', async (request) => lobby.invitations.read(request.params.code), {
    cache: FOR_CALLER,
  })
}
