import { check } from './arguments.ts'
import type { PushSubscribeRequest, PushSubscriptionInfo, Webhook } from './protocol.ts'
import type { Rest } from './rest/rest.ts'

/** How an account is notified without a socket: by Web Push on its devices, and by a webhook. */
export class Notifications {
  readonly #rest: Rest

  /** @internal */
  constructor(rest: Rest) {
    this.#rest = rest
  }

  /** The `applicationServerKey` for `pushManager.subscribe` of a browser. @throws CuriaError */
  async pushKey(): Promise<string> {
    return (await this.#rest.get('/v1/push')).key
  }

  /**
   * Notifies this device, by what `toJSON()` of its subscription says. Resolves with its id.
   * @throws CuriaError such as `account-needed`.
   */
  async subscribe(subscription: PushSubscribeRequest): Promise<string> {
    check({ subscription: [subscription, 'object'] })
    return (await this.#rest.post('/v1/players/me/push', { body: subscription })).id
  }

  /** The devices that are notified, newest first. @throws CuriaError */
  async devices(): Promise<PushSubscriptionInfo[]> {
    return (await this.#rest.get('/v1/players/me/push')).subscriptions
  }

  /** Stops notifying a device. @throws CuriaError such as `unknown-subscription`. */
  async unsubscribe(id: string): Promise<void> {
    await this.#rest.delete('/v1/players/me/push/{id}', { params: { id } })
  }

  /** The webhook of the account, and how it does; undefined if there is none. @throws CuriaError */
  async webhook(): Promise<Webhook | undefined> {
    return (await this.#rest.get('/v1/players/me/webhook')).webhook
  }

  /** Sets the webhook, and resolves with its new secret. @throws CuriaError such as `address-refused`. */
  async setWebhook(url: string): Promise<string> {
    check({ url: [url, 'text'] })
    return (await this.#rest.put('/v1/players/me/webhook', { body: { url } })).secret
  }

  /** @throws CuriaError */
  async deleteWebhook(): Promise<void> {
    await this.#rest.delete('/v1/players/me/webhook')
  }
}
