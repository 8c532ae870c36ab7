import { z } from 'zod'
import { grows } from './grows.ts'
import { gameKindSchema } from './kinds.ts'
import { outcomeSchema } from './matches.ts'
import { playerRefSchema } from './players.ts'
import { challengeId, deliveryId, matchId, playerId, subscriptionId, timestamp, tournamentId } from './primitives.ts'
import { timeControlIdSchema } from './time-controls.ts'
import { tournamentEndedSchema, tournamentPairedSchema } from './tournaments.ts'

const common = {
  id: deliveryId,
  at: timestamp,
  player: playerId.describe('The player who is notified'),
}
const match = { match: matchId, opponent: playerRefSchema, kind: gameKindSchema, clock: timeControlIdSchema }
const { round } = tournamentPairedSchema.shape
const { place } = tournamentEndedSchema.shape
const tournament = { tournament: tournamentId, name: z.string().describe('The name of the tournament') }

/** What reaches a player without a socket: by a webhook, or by Web Push. Nothing in it is a secret of a match. */
export const notificationSchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        ...common,
        type: z.literal('turn'),
        ...match,
        deadline: timestamp.optional().describe('When the time of the player is over; left out without a clock'),
      })
      .describe('The player decides now'),
    z
      .strictObject({ ...common, type: z.literal('ended'), ...match, outcome: outcomeSchema })
      .describe('A match has ended'),
    z
      .strictObject({
        ...common,
        type: z.literal('challenge'),
        challenge: challengeId,
        from: playerRefSchema,
        kind: gameKindSchema,
        clock: timeControlIdSchema,
      })
      .describe('The player was challenged'),
    z
      .strictObject({
        ...common,
        type: z.literal('tournament-paired'),
        ...tournament,
        round,
        ...match,
      })
      .describe('The player has a match in a round of a tournament, which has begun'),
    z
      .strictObject({ ...common, type: z.literal('tournament-ended'), ...tournament, place })
      .describe('A tournament of the player has ended, or was cancelled'),
    z
      .strictObject({ ...common, type: z.literal('webhook-disabled'), why: z.string() })
      .describe('The webhook of the player has failed for too long. It is sent by Web Push alone'),
  ])
  .meta(grows('Notification'))
export type Notification = z.infer<typeof notificationSchema>

// Webhooks ----------------------------------------------------------------------------------------------------------

const LONGEST_URL = 500
export const webhookRequestSchema = z.strictObject({
  url: z.url().max(LONGEST_URL).describe('Where notifications are sent: https, on a public address'),
})
export const webhookSchema = z
  .strictObject({
    url: z.string(),
    since: timestamp,
    waiting: z.int().min(0).describe('How many notifications wait to be delivered'),
    failingSince: timestamp.optional().describe('Left out if the last delivery has succeeded'),
    disabled: z
      .strictObject({ at: timestamp, why: z.string() })
      .optional()
      .describe('Present if the server has stopped sending, because the webhook has failed for too long'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhookSchema>
/** Whether there is a webhook, and how it does. */
export const webhookAnswerSchema = z.strictObject({ webhook: webhookSchema.optional() })
export const webhookSecretSchema = z.strictObject({
  secret: z.string().describe('Signs what is sent. It is answered once; a new request makes another one'),
})

// Web Push ----------------------------------------------------------------------------------------------------------

export const pushKeyAnswerSchema = z.strictObject({
  key: z.string().describe('The `applicationServerKey` with which a browser subscribes (VAPID, base64url)'),
})

/** As `PushSubscription.toJSON()` of a browser has it. */
export const pushSubscribeRequestSchema = z
  .strictObject({
    endpoint: z.url().max(1000).describe('The address of the push service'),
    expirationTime: z.number().nullish(),
    keys: z.strictObject({
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{86,88}={0,2}$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22,24}={0,2}$/),
    }),
  })
  .meta({ id: 'PushSubscribeRequest' })
export type PushSubscribeRequest = z.infer<typeof pushSubscribeRequestSchema>
export const pushSubscriptionSchema = z
  .strictObject({
    id: subscriptionId,
    label: z.string().describe('How the client named itself (User-Agent), at most 200 characters'),
    since: timestamp,
  })
  .meta({ id: 'PushSubscription' })
export type PushSubscriptionInfo = z.infer<typeof pushSubscriptionSchema>
export const pushSubscriptionsAnswerSchema = z.strictObject({
  subscriptions: z.array(pushSubscriptionSchema).describe('The devices, newest first'),
})
export const pushSubscriptionParamsSchema = z.strictObject({ id: subscriptionId })
