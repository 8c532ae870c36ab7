import { z } from 'zod'
import { grows } from './grows.ts'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { offeredClockSchema } from './time-controls.ts'

/** Where players wait for any opponent. */
export const poolSchema = z
  .strictObject({
    kind: gameKindSchema.default(DEFAULT_GAME_KIND),
    clock: offeredClockSchema.exclude(['none']).meta(grows('PoolClock')),
    rated: z.boolean(),
    pool: z
      .literal('engines')
      .optional()
      .describe('The pool is one of the ladder of engines, which is rated; left out for a pool of people'),
  })
  .meta({ id: 'Pool' })
export type Pool = z.infer<typeof poolSchema>
