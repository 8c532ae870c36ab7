import type { Logger } from 'pino'
import { BackgroundWork } from '../time/index.ts'
import { logFailure } from './failures.ts'
import { forEach } from './tasks.ts'

/** How many items are checked at once. */
const AT_ONCE = 16

/** What of a store is checked regularly, because the node that should have kept it up to date may have died. */
export interface Checked<Item> {
  /** Claims items for a round. */
  claim: () => Promise<readonly Item[]>
  check: (item: Item) => Promise<void>
  /** Between two rounds (ms). */
  everyMs: number
  logger: Logger
  /** What the log says when a round fails, and when the check of one item does. */
  failures: { round: string; item: string }
}

/** Begins checks. The first round is due after `everyMs`. What fails is tried again in a later round. */
export const startChecks = <Item>({ claim, check, everyMs, logger, failures }: Checked<Item>): BackgroundWork =>
  new BackgroundWork({
    round: async () => {
      await forEach(await claim(), AT_ONCE, (item) =>
        check(item).catch((error: unknown) => logFailure(logger, error, failures.item)),
      )
    },
    everyMs,
    waitsFirst: true,
    failed: (error) => logFailure(logger, error, failures.round),
  })
