/** What reaches players without a socket: webhooks and Web Push. */
export type { Targets } from './address.ts'
export { Notifications } from './notifications.ts'
export type { NotificationsParts, NotificationTimes } from './notifications.ts'
