import { botLevelSchema, botsAnswerSchema, HOUSE_BOTS } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** The bots that the server plays. */
export function botsRoute(app: App, { settings: { playsBots = false } }: Parts): void {
  const levels = playsBots ? botLevelSchema.options : []

  app.get(
    '/v1/bots',
    {
      schema: {
        tags: ['matches'],
        summary: 'The bots that the server plays',
        description: 'A match against one of them begins at once: see `opponent` of `POST /v1/matches`.',
        response: { 200: botsAnswerSchema, ...failures },
      },
    },
    async () => ({ bots: levels.map((level) => ({ level, player: HOUSE_BOTS[level] })) }),
  )
}
