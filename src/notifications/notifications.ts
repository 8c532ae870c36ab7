import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type {
  Challenge,
  Notification,
  Overview,
  PushSubscribeRequest,
  PushSubscriptionInfo,
  Webhook,
} from '../protocol/index.ts'
import { CodedError, timeControl } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { isAlone, kindOf, otherSeat, termsOf, wireOutcome } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { Tournaments } from '../tournaments/index.ts'
import type { Targets as AllowedTargets } from './address.ts'
import type { Attempt } from './attempt.ts'
import type { DeliveryTimes } from './deliverer.ts'
import { DELIVERY_TIMES, startDeliveries } from './deliverer.ts'
import type { Delivery, News } from './queue.ts'
import { DeliveryQueue, WEBHOOK } from './queue.ts'
import { isReachable } from './subject.ts'
import { PushSubscriptions } from './subscriptions.ts'
import { Targets } from './targets.ts'
import { Webhooks } from './webhooks.ts'

export interface NotificationTimes extends DeliveryTimes {
  /** Between two reads of which accounts have a webhook or a device. */
  targets: number
  /** After all deliveries to a webhook have failed for so long, it is disabled. */
  disable: number
}

export interface NotificationsParts {
  database: Database
  matches: { lifecycle: Pick<Matches['lifecycle'], 'subscribe'>; whole: Matches['whole'] }
  lobby: {
    challenges: Pick<Lobby['challenges'], 'onSent' | 'isOpen'>
    online: Pick<Lobby['online'], 'find'>
  }
  tournaments: Pick<Tournaments, 'onNews'>
  settings: { targets: AllowedTargets; vapidPrivateKey: string | undefined; vapidSubject: string }
  log: Logger
  times?: Partial<NotificationTimes>
}

const TIMES: NotificationTimes = { ...DELIVERY_TIMES, targets: 5_000, disable: 3 * 86_400_000 }

/**
 * What reaches players who have no socket: webhooks for bots, and Web Push for people. The node that commits a move, takes a
 * challenge, or opens a match of a tournament, puts the notification into a queue in the database, once; any node delivers
 * it, at least once and with the same id.
 */
export class Notifications {
  readonly #parts: NotificationsParts
  readonly #times: NotificationTimes
  readonly #queue: DeliveryQueue
  readonly #webhooks: Webhooks
  readonly #subscriptions: PushSubscriptions
  readonly #targets: Targets
  readonly #deliveries: BackgroundWork
  readonly #adding = new Set<Promise<void>>()
  readonly #polls: BackgroundWork

  constructor(parts: NotificationsParts) {
    const {
      database,
      matches: { lifecycle },
      lobby,
      tournaments,
      settings,
      log,
    } = parts
    const { targets, vapidPrivateKey: privateKey, vapidSubject: subject } = settings
    this.#parts = parts
    this.#times = { ...TIMES, ...parts.times }
    this.#queue = new DeliveryQueue(database)
    this.#webhooks = new Webhooks(database, targets)
    this.#subscriptions = new PushSubscriptions(database, { privateKey, subject, targets })
    this.#targets = new Targets(database)
    this.#deliveries = startDeliveries({
      queue: this.#queue,
      attempt: (delivery) => this.#attempt(delivery),
      attempted: (delivery, attempt) => this.#attempted(delivery, attempt),
      times: this.#times,
      log,
    })
    this.#polls = new BackgroundWork({
      round: () => this.#targets.poll(),
      everyMs: this.#times.targets,
      // While the database does not answer, the targets that are known count.
      failed: (error) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'the targets of notifications cannot be read')
      },
    })
    if (targets !== 'none' && !isReachable(subject)) {
      const wanted = 'VAPID_SUBJECT is a mailto: or https: address of yours with a public name'
      log.warn({ subject }, `Apple's push service refuses notifications to its devices until ${wanted}`)
    }
    lifecycle.subscribe({ turned: (fold) => this.#turned(fold), over: (fold) => this.#over(fold) })
    lobby.challenges.onSent((challenge) => this.#challenged(challenge))
    tournaments.onNews((player, news) => this.#add(player, true, news))
  }

  /** Delivers nothing more. Resolves when what was begun is done. */
  async close(): Promise<void> {
    await Promise.all([this.#polls.stop(), ...this.#adding, this.#deliveries.stop()])
  }

  // News ------------------------------------------------------------------------------------------------------------

  #turned(fold: Fold): void {
    const toAct = fold.state?.toAct ?? null
    if (toAct === null || isAlone(fold)) return
    const { clocks } = fold
    const deadline = clocks && clocks.running === toAct ? clocks.since + clocks.remaining[toAct] : undefined
    this.#add(fold.players[toAct]!.id, isCorrespondence(fold), {
      type: 'turn',
      ...matchOf(fold, toAct),
      ...(deadline !== undefined && { deadline }),
    })
  }

  #over(fold: Fold): void {
    const { outcome, players } = fold
    if (!outcome || !fold.state || isAlone(fold)) return
    for (const seat of [0, 1] as const) {
      this.#add(players[seat]!.id, true, { type: 'ended', ...matchOf(fold, seat), outcome: wireOutcome(outcome) })
    }
  }

  #challenged({ id: challenge, from, to, kind, terms: { clock } }: Challenge): void {
    this.#add(to.id, true, { type: 'challenge', challenge, from, kind, clock })
  }

  /** Puts news of a player into the queue; for their devices only if it is worth waking them. */
  #add(player: string, isForDevices: boolean, news: News): void {
    const targets = this.#targets.of(player).filter((target) => isForDevices || target === WEBHOOK)
    if (targets.length === 0) return
    const added: Promise<void> = this.#queue
      .add(player, targets, news)
      .then((count) => {
        if (count < targets.length) {
          this.#parts.log.warn({ player }, 'a notification was dropped: too many wait, or its target is gone')
        }
        this.#deliveries.notify()
      })
      .catch((error: unknown) => this.#parts.log.warn({ err: error, player }, 'a notification could not be stored'))
      .finally(() => this.#adding.delete(added))
    this.#adding.add(added)
  }

  async #attempt(delivery: Delivery): Promise<Attempt> {
    if (!(await this.#isStillTrue(delivery.notification))) return { result: 'outdated' }
    if (delivery.target === WEBHOOK) return this.#webhooks.deliver(delivery)
    // A player who is connected to any node sees it there.
    const isOnline = (await this.#parts.lobby.online.find(delivery.playerId)) !== null
    return isOnline ? { result: 'delivered' } : this.#subscriptions.deliver(delivery)
  }

  /** Whether a notification still says what is: a player may have moved, answered a challenge, or played, while it waited. */
  async #isStillTrue(notification: Notification): Promise<boolean> {
    const { matches, lobby } = this.#parts
    switch (notification.type) {
      case 'turn': {
        const fold = await matches.whole(notification.match).then(({ fold }) => fold, unlessUnknown)
        const toAct = fold?.outcome ? null : (fold?.state?.toAct ?? null)
        return toAct !== null && fold!.players[toAct]?.id === notification.player
      }
      case 'tournament-paired': {
        const fold = await matches.whole(notification.match).then(({ fold }) => fold, unlessUnknown)
        return fold !== null && fold.outcome === null
      }
      case 'challenge':
        return lobby.challenges.isOpen(notification.challenge)
      case 'ended':
      case 'tournament-ended':
      case 'webhook-disabled':
        return true
    }
  }

  async #attempted({ playerId, target }: Delivery, attempt: Attempt): Promise<void> {
    if (target !== WEBHOOK || attempt.result === 'outdated') return
    const why = 'why' in attempt ? attempt.why : null
    const failingSince = await this.#webhooks.record(playerId, why === null)
    if (why === null) return
    const isFailingForLong = failingSince !== null && Date.now() - failingSince >= this.#times.disable
    if (attempt.result !== 'gone' && !isFailingForLong) return
    if (!(await this.#webhooks.disable(playerId, why))) return
    await this.#queue.removeAll(playerId, WEBHOOK)
    await this.#targets.poll()
    const devices = this.#targets.of(playerId)
    await this.#queue.add(playerId, devices, { type: 'webhook-disabled', why })
  }

  // For moderators --------------------------------------------------------------------------------------------------

  /** What waits for the webhooks of all accounts. @throws CodedError `unavailable`. */
  atWebhooks(): Promise<Overview['webhooks']> {
    return this.#queue.atWebhooks()
  }

  // For players -----------------------------------------------------------------------------------------------------

  /** Sets the webhook of an account, and resolves with its secret. @throws CodedError as `Webhooks.set`. */
  async setWebhook(playerId: string, url: string): Promise<string> {
    const secret = await this.#webhooks.set(playerId, url)
    await this.#targets.poll()
    return secret
  }

  /** The webhook of an account; undefined if there is none. @throws CodedError `unavailable`. */
  async webhook(playerId: string): Promise<Webhook | undefined> {
    const [webhook, waiting] = await Promise.all([this.#webhooks.get(playerId), this.#queue.waiting(playerId, WEBHOOK)])
    return webhook ? { ...webhook, waiting } : undefined
  }

  /** Deletes the webhook of an account, and what waits for it. @throws CodedError `unavailable`. */
  async deleteWebhook(playerId: string): Promise<void> {
    await this.#webhooks.delete(playerId)
    await this.#queue.removeAll(playerId, WEBHOOK)
    await this.#targets.poll()
  }

  /** The key with which browsers subscribe. @throws CodedError `unavailable`. */
  pushKey(): Promise<string> {
    return this.#subscriptions.publicKey()
  }

  /** Subscribes a device, and resolves with its id. @throws CodedError as `PushSubscriptions.subscribe`. */
  async subscribe(playerId: string, request: PushSubscribeRequest, label: string): Promise<string> {
    const id = await this.#subscriptions.subscribe(playerId, request, label)
    await this.#targets.poll()
    return id
  }

  /** The devices of an account. @throws CodedError `unavailable`. */
  devices(playerId: string): Promise<PushSubscriptionInfo[]> {
    return this.#subscriptions.list(playerId)
  }

  /** @throws CodedError `unknown-subscription`, `unavailable`. */
  async unsubscribe(playerId: string, id: string): Promise<void> {
    await this.#subscriptions.unsubscribe(playerId, id)
    await this.#queue.removeAll(playerId, id)
    await this.#targets.poll()
  }
}

/** Null for a match that the live store no longer has, or that this node cannot read. @throws every other error */
function unlessUnknown(error: unknown): null {
  if (error instanceof CodedError && (error.code === 'unknown-match' || error.code === 'other-rules')) return null
  throw error
}

const isCorrespondence = ({ header }: Fold): boolean => timeControl(termsOf(header).clock).pace === 'correspondence'

/** What a player may know of any match of theirs: nothing of the game itself. */
const matchOf = ({ header, players }: Fold, seat: Seat) => ({
  match: header.id,
  opponent: players[otherSeat(seat)]!,
  kind: kindOf(header),
  clock: termsOf(header).clock,
})
