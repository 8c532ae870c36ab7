import { z } from 'zod'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { timeControlIdSchema } from './time-controls.ts'

/** What players who do not care against whom they play wait for. */
export const poolSchema = z.strictObject({
  kind: gameKindSchema.default(DEFAULT_GAME_KIND),
  clock: timeControlIdSchema.exclude(['none']),
  rated: z.boolean(),
})
export type Pool = z.infer<typeof poolSchema>
