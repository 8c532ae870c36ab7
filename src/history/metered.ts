import type { Figures } from '../metrics/index.ts'
import { decorated } from '../metrics/index.ts'
import type { Archive } from './archive.ts'
import type { FinishedGame } from './finished.ts'

/** The same archive; the games that it stores are counted. */
export function meteredArchive(figures: Figures, archive: Archive): Archive {
  const count = ({ kind, endedAt, record }: FinishedGame, result: 'stored' | 'already'): void => {
    if (result === 'already') return
    figures.count('curia_games_stored_total', { kind })
    // A game of a pair is not due before the other one has ended.
    if (record.header.twin !== undefined) return
    const dueAt = Math.max(endedAt, record.header.sealedUntil ?? 0)
    figures.time('curia_game_store_delay_seconds', Math.max(0, Date.now() - dueAt) / 1000)
  }
  return decorated(archive, {
    async store(game) {
      const result = await archive.store(game)
      count(game, result)
      return result
    },
    async storeAll(games) {
      const results = await archive.storeAll(games)
      games.forEach((game, n) => count(game, results[n]!))
      return results
    },
  })
}
