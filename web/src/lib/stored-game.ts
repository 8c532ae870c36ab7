import type { GameSummary, Rest, Snapshot } from '@curia/client'

/** A match goes to the history a moment after its end, ms. */
const AGAIN_AFTER_MS = 1_000
const MOST_ATTEMPTS = 8

/**
 * A game that has just ended, once it is in the history. It is looked for among the last games of a player: to ask for
 * it by its id would be an error until then. Resolves with null if it does not come.
 */
export async function storedGame(
  rest: Rest,
  { match, players }: Snapshot,
  isWanted = () => true,
): Promise<GameSummary | null> {
  const player = players[0]?.id
  if (player === undefined) return null
  for (let attempt = 1; attempt <= MOST_ATTEMPTS && isWanted(); attempt += 1) {
    const { games } = await rest.get('/v1/games', { query: { player, limit: 5 } }).catch(() => ({ games: [] }))
    const game = games.find(({ id }) => id === match)
    if (game) return game
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS * attempt))
  }
  return null
}
