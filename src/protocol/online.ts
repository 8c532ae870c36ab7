import { z } from 'zod'
import { pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { playerId } from './primitives.ts'

export const onlineQuerySchema = z.strictObject({
  limit: pageQuerySchema.shape.limit,
  cursor: playerId.optional().describe('The `next` of the page before'),
  after: playerId.optional().meta({ description: 'The same as `cursor`', deprecated: true }),
})
export type OnlineQuery = z.infer<typeof onlineQuerySchema>

export const onlinePageSchema = z
  .strictObject({
    count: z.int().min(0).describe('All players who are connected by a socket to any node'),
    players: z.array(playerRefSchema).describe('In the order of their ids'),
    next: playerId.optional().describe('Left out on the last page'),
  })
  .meta({ id: 'OnlinePlayers' })
export type OnlinePage = z.infer<typeof onlinePageSchema>
