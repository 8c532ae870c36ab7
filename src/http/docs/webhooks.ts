import { notificationSchema } from '../../protocol/index.ts'
import { SCHEMAS } from './components.ts'
import type { JsonObject } from './json.ts'
import { referenceTo } from './json.ts'

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What the server sends to the webhook of an account. */
export const WEBHOOKS: JsonObject = {
  notification: {
    post: {
      operationId: 'receiveNotification',
      tags: ['notifications'],
      summary: 'A turn, the end of a match, a challenge, or news of a tournament',
      description:
        'Sent to the address of `PUT /v1/players/me/webhook`, and signed with its secret as the specification Standard ' +
        'Webhooks says. A notification that is not answered with 2xx is sent again, with the same `webhook-id`.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the notification, the same in every attempt'),
        header('webhook-timestamp', 'When it was sent (s since 1970)'),
        header('webhook-signature', '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: referenceTo(SCHEMAS.get(notificationSchema)!.id!) } },
      },
      responses: { '2XX': { description: 'The notification was received' } },
    },
  },
}
