import type { Pool, TimeControlId } from '../protocol/index.ts'
import { GAME_KIND_IDS, poolSchema, timeControl } from '../protocol/index.ts'
import type { PairingRules } from './pairing.ts'

/** Every pool there is. */
export const POOLS: readonly Pool[] = GAME_KIND_IDS.flatMap((kind) =>
  poolSchema.shape.clock.options.flatMap((clock) => [true, false].map((rated) => ({ kind, clock, rated }))),
)

/** The name of a pool in the store: `base.blitz.rated`. */
export const poolId = ({ kind, clock, rated }: Pool): string => `${kind}.${clock}.${rated ? 'rated' : 'casual'}`

/** The names of all pools, in the order of `POOLS`. */
export const POOL_IDS: readonly string[] = POOLS.map(poolId)

/** @throws Error if there is no such pool. */
export function poolOf(id: string): Pool {
  const pool = POOLS[POOL_IDS.indexOf(id)]
  if (!pool) throw new Error(`there is no pool ${id}`)
  return pool
}

/** Whether a match is played in real time. A player may play only one such match through the lobby at a time. */
export const isRealTime = ({ clock }: { clock: TimeControlId }): boolean => timeControl(clock).pace === 'real-time'

/** How long one of two players must have waited (ms) before they are paired a second time in succession. */
const AGAIN_AFTER_MS = 20_000

const RATED: PairingRules = {
  window: { first: 100, step: 100, everyMs: 5_000, openAfterMs: 60_000 },
  againAfterMs: AGAIN_AFTER_MS,
}

/** Any two players may be paired; the closest ratings are paired first. */
const CASUAL: PairingRules = { window: { first: 0, step: 0, everyMs: 1, openAfterMs: 0 }, againAfterMs: AGAIN_AFTER_MS }

/** Who may be paired with whom in a pool. */
export const rulesOf = ({ rated }: Pool): PairingRules => (rated ? RATED : CASUAL)
