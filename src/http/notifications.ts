import {
  pushKeyAnswerSchema,
  pushSubscribeRequestSchema,
  pushSubscriptionParamsSchema,
  pushSubscriptionsAnswerSchema,
  webhookAnswerSchema,
  webhookRequestSchema,
  webhookSecretSchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { clientInfoOf } from './client-info.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

const PER_MINUTE = 10

/** How players are notified who have no socket. */
export function notificationRoutes(app: App, { notifications }: Pick<Parts, 'notifications'>, auth: Auth): void {
  const tags = ['notifications']
  const config = { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } }

  app.get(
    '/v1/players/me/webhook',
    auth.required({
      schema: {
        tags,
        summary: 'The webhook of the account, and how it does',
        response: { 200: webhookAnswerSchema, ...failures },
      },
    }),
    async (request) => {
      const webhook = await notifications.webhook(identityOf(request).player.id)
      return { ...(webhook && { webhook }) }
    },
  )

  app.put(
    '/v1/players/me/webhook',
    auth.required({
      config,
      schema: {
        tags,
        summary: 'Set the webhook of the account',
        description:
          'The server sends turns, ends of matches and challenges to it, signed as the specification Standard Webhooks ' +
          'says. The answer has the secret, a new one each time.',
        body: webhookRequestSchema,
        response: { 200: webhookSecretSchema, ...failures },
      },
    }),
    async (request) => {
      const secret = await notifications.setWebhook(identityOf(request).player.id, request.body.url)
      return { secret }
    },
  )

  app.delete(
    '/v1/players/me/webhook',
    auth.required({
      schema: { tags, summary: 'Delete the webhook of the account', response: { 204: NOTHING, ...failures } },
    }),
    async (request, reply) => {
      await notifications.deleteWebhook(identityOf(request).player.id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/v1/push',
    { schema: { tags, summary: 'The key for Web Push', response: { 200: pushKeyAnswerSchema, ...failures } } },
    async () => ({ key: await notifications.pushKey() }),
  )

  app.get(
    '/v1/players/me/push',
    auth.required({
      schema: {
        tags,
        summary: 'The devices of the account that are notified by Web Push',
        response: { 200: pushSubscriptionsAnswerSchema, ...failures },
      },
    }),
    async (request) => {
      const subscriptions = await notifications.devices(identityOf(request).player.id)
      return { subscriptions }
    },
  )

  app.post(
    '/v1/players/me/push',
    auth.required({
      config,
      schema: {
        tags,
        summary: 'Notify this device by Web Push',
        description:
          'Of turns in correspondence matches, ends of matches and challenges, while no socket of the player is ' +
          'connected. An account has at most 10 devices; one more replaces the oldest.',
        body: pushSubscribeRequestSchema,
        response: { 201: pushSubscriptionParamsSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const { label } = clientInfoOf(request)
      const id = await notifications.subscribe(identityOf(request).player.id, request.body, label)
      return reply.code(201).send({ id })
    },
  )

  app.delete(
    '/v1/players/me/push/:id',
    auth.required({
      schema: {
        tags,
        summary: 'Stop notifying a device',
        params: pushSubscriptionParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await notifications.unsubscribe(identityOf(request).player.id, request.params.id)
      return reply.code(204).send()
    },
  )
}
