import type { Figures } from '../metrics/index.ts'
import { shared } from '../metrics/index.ts'
import type { PoolsAnswer } from '../protocol/index.ts'
import { isOfEngines } from './pools.ts'
import type { Queue } from './queue.ts'

/** Shows the pools of people in the queue, which is asked each time the figures are read. */
export function meterQueue(figures: Figures, queue: Pick<Queue, 'pools'>): void {
  const read = shared(async () =>
    (await queue.pools().catch(() => ({ pools: [] }))).pools.filter(({ pool }) => !isOfEngines(pool)),
  )
  const labelsOf = ({ pool: { kind, clock, rated } }: PoolsAnswer['pools'][number]) =>
    ({ kind, clock, rated: rated ? 'true' : 'false' }) as const
  figures.show('curia_queue_players', async () => (await read()).map((pool) => [labelsOf(pool), pool.waiting] as const))
  figures.show('curia_queue_wait_seconds', async () =>
    (await read()).flatMap((pool) =>
      pool.expectedWaitMs === undefined ? [] : [[labelsOf(pool), pool.expectedWaitMs / 1000] as const],
    ),
  )
}
