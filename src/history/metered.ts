import { decorated } from '../metrics/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { Archive } from './archive.ts'
import type { FinishedGame } from './finished.ts'

/** The same archive; the games that it stores are counted. */
export function meteredArchive(figures: Figures, archive: Archive): Archive {
  const stored = figures.counter('curia_games_stored_total', 'Ended matches stored in the history by this node')
  const delays = figures.histogram(
    'curia_game_store_delay_seconds',
    'From the end of a match until it is in the history',
    [0.1, 0.5, 1, 5, 30, 120, 600, 3600, 86_400],
  )
  const count = ({ kind, endedAt }: FinishedGame, result: 'stored' | 'already'): void => {
    if (result === 'already') return
    stored({ kind })
    delays(Math.max(0, Date.now() - endedAt) / 1000)
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
