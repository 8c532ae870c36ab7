import {
  pushKeyAnswerSchema,
  pushSubscribeRequestSchema,
  pushSubscriptionParamsSchema,
  pushSubscriptionsAnswerSchema,
  webhookAnswerSchema,
  webhookRequestSchema,
  webhookSecretSchema,
} from '../notifications.ts'
import type { Route } from './route.ts'
import { NOTHING } from './route.ts'

/** How players are notified who have no socket. */
export const NOTIFICATION_ROUTES = {
  'GET /v1/players/me/webhook': {
    id: 'getWebhook',
    tag: 'notifications',
    auth: 'required',
    summary: 'The webhook of the account, and how it does',
    description:
      'How many notifications wait, since when deliveries fail, and whether the server has given up. The secret ' +
      'is not shown again.',
    answers: { 200: webhookAnswerSchema },
    errors: [],
  },
  'PUT /v1/players/me/webhook': {
    id: 'setWebhook',
    tag: 'notifications',
    auth: 'required',
    summary: 'Set the webhook of the account',
    description:
      'The server sends turns, ends of matches and challenges to it, signed as the specification Standard ' +
      'Webhooks says. The answer has the secret, a new one each time.',
    body: webhookRequestSchema,
    answers: { 200: webhookSecretSchema },
    errors: ['account-needed', 'address-refused'],
    limit: { points: 10, seconds: 60 },
  },
  'DELETE /v1/players/me/webhook': {
    id: 'deleteWebhook',
    tag: 'notifications',
    auth: 'required',
    summary: 'Delete the webhook of the account',
    description: 'Nothing more is sent to it. It is no error if there is none.',
    answers: { 204: NOTHING },
    errors: [],
  },
  'GET /v1/push': {
    id: 'getPushKey',
    tag: 'notifications',
    auth: 'none',
    summary: 'The key for Web Push',
    description: 'A browser subscribes with it. Every node of the server has the same key.',
    answers: { 200: pushKeyAnswerSchema },
    errors: [],
  },
  'GET /v1/players/me/push': {
    id: 'listPushSubscriptions',
    tag: 'notifications',
    auth: 'required',
    summary: 'The devices of the account that are notified by Web Push',
    description: 'Each has an id, by which it can be removed, and the name that the browser gave itself.',
    answers: { 200: pushSubscriptionsAnswerSchema },
    errors: [],
  },
  'POST /v1/players/me/push': {
    id: 'subscribeToPush',
    tag: 'notifications',
    auth: 'required',
    summary: 'Notify this device by Web Push',
    description:
      'Of turns in correspondence matches, ends of matches and challenges, while no socket of the player is ' +
      'connected. An account has at most 10 devices; one more replaces the oldest.',
    body: pushSubscribeRequestSchema,
    answers: { 201: pushSubscriptionParamsSchema },
    errors: ['account-needed', 'address-refused'],
    limit: { points: 10, seconds: 60 },
  },
  'DELETE /v1/players/me/push/{id}': {
    id: 'unsubscribeFromPush',
    tag: 'notifications',
    auth: 'required',
    summary: 'Stop notifying a device',
    description: 'The browser should also end its own subscription.',
    params: pushSubscriptionParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-subscription'],
  },
} satisfies Record<string, Route>
