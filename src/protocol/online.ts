import { z } from 'zod'
import { playerRefSchema } from './players.ts'
import { playerId } from './primitives.ts'

export const onlineQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many players a page has'),
  after: playerId.optional().describe('The `next` of the page before'),
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
