import { botLevelSchema, HOUSE_BOTS, houseBotRatings } from '../protocol/index.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** The bots that the server plays. */
export function botsRoute(serve: Serve, { settings: { playsBots = false } }: Parts): void {
  const levels = playsBots ? botLevelSchema.options : []

  serve('GET /v1/bots', async () => ({
    bots: levels.map((level) => ({ level, player: HOUSE_BOTS[level], ratings: houseBotRatings(level) })),
  }))
}
