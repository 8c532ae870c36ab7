import { clientInfoOf } from './client-info.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** How players are notified who have no socket. */
export function notificationRoutes(serve: Serve, { notifications }: Pick<Parts, 'notifications'>): void {
  serve('GET /v1/players/me/webhook', async (request) => {
    const webhook = await notifications.webhook(request.identity.player.id)
    return { ...(webhook && { webhook }) }
  })

  serve('PUT /v1/players/me/webhook', async (request) => {
    const secret = await notifications.setWebhook(request.identity.player.id, request.body.url)
    return { secret }
  })

  serve('DELETE /v1/players/me/webhook', async (request) => {
    await notifications.deleteWebhook(request.identity.player.id)
  })

  serve('GET /v1/push', async () => ({ key: await notifications.pushKey() }))

  serve('GET /v1/players/me/push', async (request) => {
    const subscriptions = await notifications.devices(request.identity.player.id)
    return { subscriptions }
  })

  serve('POST /v1/players/me/push', async (request) => {
    const { label } = clientInfoOf(request)
    const id = await notifications.subscribe(request.identity.player.id, request.body, label)
    return { id }
  })

  serve('DELETE /v1/players/me/push/{id}', async (request) => {
    await notifications.unsubscribe(request.identity.player.id, request.params.id)
  })
}
