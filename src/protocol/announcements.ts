import { z } from 'zod'
import { timestamp } from './primitives.ts'

/** What the server tells everybody now. */
export const announcedSchema = z
  .strictObject({
    notice: z
      .strictObject({ text: z.string(), at: timestamp, until: timestamp.optional() })
      .meta({ id: 'ServerNotice' })
      .optional()
      .describe('Something that a moderator tells everybody'),
    paused: z
      .strictObject({ why: z.string(), since: timestamp })
      .meta({ id: 'Paused' })
      .optional()
      .describe('No new matches can begin; those in play go on'),
  })
  .meta({ id: 'Announced' })
export type Announced = z.infer<typeof announcedSchema>
