import { z } from 'zod'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { timeControlIdSchema } from './time-controls.ts'

/** Where players wait for any opponent. */
export const poolSchema = z
  .strictObject({
    kind: gameKindSchema.default(DEFAULT_GAME_KIND),
    clock: timeControlIdSchema.exclude(['none']),
    rated: z.boolean(),
  })
  .meta({ id: 'Pool' })
export type Pool = z.infer<typeof poolSchema>
