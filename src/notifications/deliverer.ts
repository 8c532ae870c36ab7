import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import { backoff, Wakeups } from '../time/index.ts'
import type { Backoff } from '../time/index.ts'
import type { Attempt } from './attempt.ts'
import type { Delivery, DeliveryQueue } from './queue.ts'

/** In ms. */
export interface DeliveryTimes {
  /** Between two polls of the queue without a notification: they find what another node has left behind. */
  poll: number
  /** For how long no other node can claim a delivery that this node has claimed: longer than any attempt. */
  lease: number
  /** Between a failed attempt and the next one. */
  retry: Backoff
  /** After so long, a delivery is given up. */
  giveUp: number
}

export const DELIVERY_TIMES: DeliveryTimes = {
  poll: 5_000,
  lease: 60_000,
  retry: { first: 5_000, longest: 3_600_000 },
  giveUp: 86_400_000,
}

/** How many deliveries one node has in hand: in all, and at targets that failed last. */
const AT_ONCE = { inAll: 64, failed: 16 }

interface DelivererParts {
  queue: DeliveryQueue
  /** Tries to deliver. */
  attempt: (delivery: Delivery) => Promise<Attempt>
  /** What became of a delivery; called before it leaves the queue, or waits for the next attempt. */
  attempted: (delivery: Delivery, attempt: Attempt) => Promise<void>
  times: DeliveryTimes
  log: Logger
}

/** Delivers what is in the queue, at least once each; every node runs one. */
export class Deliverer {
  readonly #parts: DelivererParts
  readonly #inHand = new Map<Promise<void>, Delivery>()
  readonly #wakeups = new Wakeups()
  readonly #running: Promise<void>

  constructor(parts: DelivererParts) {
    this.#parts = parts
    this.#running = this.#run()
  }

  /** There is something in the queue. */
  notify(): void {
    this.#wakeups.notify()
  }

  /** Claims nothing more. Resolves when what is in hand is delivered, or waits for the next attempt. */
  async stop(): Promise<void> {
    this.#wakeups.stop()
    await this.#running
    await Promise.all(this.#inHand.keys())
  }

  async #run(): Promise<void> {
    const { queue, times, log } = this.#parts
    const { stopping } = this.#wakeups
    let failures = 0
    while (!stopping.aborted) {
      this.#wakeups.begin()
      const room = this.#room
      let isFull = false
      try {
        const deliveries = room.inAll > 0 ? await queue.claim(room, times.lease) : []
        for (const delivery of deliveries) this.#begin(delivery)
        isFull = deliveries.length === room.inAll
        failures = 0
      } catch (error) {
        failures += 1
        if (!isUnavailable(error)) log.error({ err: error }, 'notifications cannot be read')
      }
      // The end of a delivery is a notification, too.
      if (isFull) await Promise.race(this.#inHand.keys())
      else await this.#wakeups.wait(failures > 0 ? backoff(failures, times.retry) : times.poll)
    }
  }

  get #room(): typeof AT_ONCE {
    const failed = [...this.#inHand.values()].filter(({ attempts }) => attempts > 1).length
    return { inAll: AT_ONCE.inAll - this.#inHand.size, failed: AT_ONCE.failed - failed }
  }

  #begin(delivery: Delivery): void {
    const ended: Promise<void> = this.#deliver(delivery).finally(() => {
      this.#inHand.delete(ended)
      this.notify()
    })
    this.#inHand.set(ended, delivery)
  }

  /** Never rejects: what fails here is claimed again when its lease is over. */
  async #deliver(delivery: Delivery): Promise<void> {
    const { queue, attempt, attempted, times, log } = this.#parts
    try {
      const outcome = await attempt(delivery)
      await attempted(delivery, outcome)
      const isOld = Date.now() - delivery.createdAt >= times.giveUp
      if (outcome.result === 'delivered') await queue.delivered(delivery)
      else if (outcome.result === 'failed' && !isOld) await this.#postpone(delivery, outcome.retryAfterMs)
      else await queue.remove(delivery)
      if ('why' in outcome) {
        const { id, playerId: player, attempts } = delivery
        log.info({ delivery: id, player, attempts, why: outcome.why }, 'a notification could not be delivered')
      }
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error, delivery: delivery.id }, 'a notification failed')
    }
  }

  /** A target may say when it wants to be asked again; for as long as deliveries are kept, it is not asked before. */
  async #postpone(delivery: Delivery, retryAfterMs = 0): Promise<void> {
    const { queue, times } = this.#parts
    const pauseMs = backoff(delivery.attempts, times.retry)
    await queue.postpone(delivery, Math.max(pauseMs, Math.min(retryAfterMs, times.giveUp)))
  }
}
