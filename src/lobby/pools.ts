import type { GameKind, Pool, TimeControlId } from '../protocol/index.ts'
import { GAME_KIND_IDS, poolSchema, timeControl } from '../protocol/index.ts'
import type { PairingRules } from './pairing.ts'

/** Every pool of people. */
const POOLS: readonly Pool[] = GAME_KIND_IDS.flatMap((kind) =>
  poolSchema.shape.clock.options.flatMap((clock) => [true, false].map((rated) => ({ kind, clock, rated }))),
)

/** Every pool of the ladder. */
const ENGINE_POOLS: readonly Pool[] = POOLS.filter(({ rated }) => rated).map((pool) => ({ ...pool, pool: 'engines' }))

/** The pools that there are, where the ladder has so many places. */
export const poolsWith = (places: number): readonly Pool[] => (places > 0 ? [...POOLS, ...ENGINE_POOLS] : POOLS)

/** What a pool is, or a game that could have been found in it. */
type PoolTerms = Pick<Pool, 'rated' | 'pool'> & { kind: GameKind; clock: TimeControlId }

/** The name of a pool in the store: `base.blitz.rated`, `base.blitz.casual`, `base.blitz.engines`. */
export const poolId = ({ kind, clock, rated, pool }: PoolTerms): string =>
  `${kind}.${clock}.${pool ?? (rated ? 'rated' : 'casual')}`

const BY_ID: ReadonlyMap<string, Pool> = new Map([...POOLS, ...ENGINE_POOLS].map((pool) => [poolId(pool), pool]))

/** @throws Error if there is no such pool. */
export function poolOf(id: string): Pool {
  const pool = BY_ID.get(id)
  if (!pool) throw new Error(`there is no pool ${id}`)
  return pool
}

/** Whether a pool is of the ladder: two engines play two games at once, and may play others meanwhile. */
export const isOfEngines = ({ pool }: Pick<Pool, 'pool'>): boolean => pool === 'engines'

/** Whether a player in a pool must not play another real-time match. */
export const isExclusive = (pool: Pool): boolean => isRealTime(pool) && !isOfEngines(pool)

/** Whether a match is played in real time. A person may play only one such match through the lobby at a time. */
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
