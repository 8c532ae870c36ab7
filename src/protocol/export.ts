import { z } from 'zod'
import { gameSchema, gamesQuerySchema } from './games.ts'
import { publicRecordSchema } from './records.ts'

/** Which games are exported: filters like those of the list, and after which line. */
export const exportQuerySchema = gamesQuerySchema.omit({ limit: true, cursor: true }).extend({
  cursor: z.string().max(500).optional().describe('That of the last line received: the export goes on after it'),
})
export type ExportQuery = z.infer<typeof exportQuerySchema>

/** One line of an export: a whole game. */
export const exportedGameSchema = z
  .strictObject({
    cursor: z.string().describe('An export with this cursor goes on after this line'),
    game: gameSchema,
    record: publicRecordSchema,
  })
  .meta({ id: 'ExportedGame' })
export type ExportedGame = z.infer<typeof exportedGameSchema>

export const exportLineSchema = z
  .union([
    exportedGameSchema,
    z
      .strictObject({ end: z.literal(true) })
      .describe('The last line: there are no more games')
      .meta({ id: 'ExportEnd' }),
  ])
  .meta({ id: 'ExportLine' })
export type ExportLine = z.infer<typeof exportLineSchema>
