import { z } from 'zod'
import { timeControlIdSchema } from './time-controls.ts'

/** What players who do not care against whom they play wait for. */
export const poolSchema = z.strictObject({
  agora: z.boolean().default(false).describe('With the Agora expansion'),
  clock: timeControlIdSchema.exclude(['none']),
  rated: z.boolean(),
})
export type Pool = z.infer<typeof poolSchema>
