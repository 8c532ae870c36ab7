import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { Backoff } from '../time/index.ts'
import { BackgroundWork, backoff, InHand } from '../time/index.ts'
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

interface DeliveriesParts {
  queue: DeliveryQueue
  /** Tries to deliver. */
  attempt: (delivery: Delivery) => Promise<Attempt>
  /** What became of a delivery; called before it leaves the queue, or waits for the next attempt. */
  attempted: (delivery: Delivery, attempt: Attempt) => Promise<void>
  times: DeliveryTimes
  log: Logger
}

/** Delivers what is in the queue, at least once each; every node does this. */
export function startDeliveries({ queue, attempt, attempted, times, log }: DeliveriesParts): BackgroundWork {
  const deliver = async (delivery: Delivery): Promise<void> => {
    const outcome = await attempt(delivery)
    await attempted(delivery, outcome)
    const isOld = Date.now() - delivery.createdAt >= times.giveUp
    if (outcome.result === 'delivered') await queue.delivered(delivery)
    else if (outcome.result === 'failed' && !isOld) await postpone(delivery, outcome.retryAfterMs)
    else await queue.remove(delivery)
    if ('why' in outcome) {
      const { id, playerId: player, attempts } = delivery
      log.info({ delivery: id, player, attempts, why: outcome.why }, 'a notification could not be delivered')
    }
  }
  /** A target may say when it wants to be asked again; for as long as deliveries are kept, it is not asked before. */
  const postpone = async (delivery: Delivery, retryAfterMs = 0): Promise<void> => {
    const pauseMs = backoff(delivery.attempts, times.retry)
    await queue.postpone(delivery, Math.max(pauseMs, Math.min(retryAfterMs, times.giveUp)))
  }
  const inHand = new InHand<Delivery>({
    work: deliver,
    // It is claimed again when its lease is over.
    failed: (error, { id: delivery }) => {
      if (!isUnavailable(error)) log.error({ err: error, delivery }, 'a notification failed')
    },
  })
  const work = new BackgroundWork({
    round: async () => {
      const failed = inHand.items().filter(({ attempts }) => attempts > 1).length
      const room = { inAll: AT_ONCE.inAll - inHand.size, failed: AT_ONCE.failed - failed }
      for (const delivery of room.inAll > 0 ? await queue.claim(room, times.lease) : []) {
        // There is room for another one then, and perhaps one for the same target.
        void inHand.begin(delivery).then(() => work.notify())
      }
    },
    everyMs: times.poll,
    failed: (error) => {
      if (!isUnavailable(error)) log.error({ err: error }, 'notifications cannot be read')
    },
    inHand,
  })
  return work
}
