import { Curia } from '../../client/src/index.ts'
import type { GameSummary } from '../../src/protocol/index.ts'

/**
 * All finished games of public matches, or with `player` all games of that player, newest first, page by page.
 * @throws CuriaError
 */
export async function allGames(url: string, player?: string): Promise<GameSummary[]> {
  const { rest } = new Curia({ url })
  const games: GameSummary[] = []
  for (let cursor: string | undefined; ;) {
    const page = await rest.get('/v1/games', {
      query: { limit: 100, ...(player !== undefined && { player }), ...(cursor !== undefined && { cursor }) },
    })
    games.push(...page.games)
    if (page.next === undefined) return games
    cursor = page.next
  }
}
