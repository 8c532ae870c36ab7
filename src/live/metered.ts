import type { Figures } from '../metrics/index.ts'
import { decorated, shared } from '../metrics/index.ts'
import type { LiveStore } from './port.ts'

/** The same store, whose commits and entries are timed. Each reading of the figures asks it for its backlog. */
export function meteredStore(figures: Figures, store: LiveStore): LiveStore {
  const backlog = shared(() => store.backlog().catch(() => null))
  figures.show('curia_outbox_backlog', async () => (await backlog())?.games ?? NaN)
  figures.show('curia_outbox_age_seconds', async () => {
    const read = await backlog()
    return read ? Math.max(0, store.now() - (read.since ?? Infinity)) / 1000 : NaN
  })
  return decorated(store, {
    async commit(commit) {
      const began = performance.now()
      const seconds = (): number => (performance.now() - began) / 1000
      const result = await store.commit(commit).catch((error: unknown) => {
        figures.time('curia_commit_duration_seconds', seconds(), { status: 'unavailable' })
        throw error
      })
      const { status } = result
      figures.time('curia_commit_duration_seconds', seconds(), { status })
      if (commit.ends === 'game' && status === 'committed') figures.count('curia_games_ended_total')
      return result
    },
    subscribe(subscriber) {
      store.subscribe({
        news(news) {
          if (news.type === 'entry') {
            figures.time('curia_entry_delay_seconds', Math.max(0, store.now() - news.entry.at) / 1000)
          }
          subscriber.news(news)
        },
        interrupted: (match) => subscriber.interrupted(match),
      })
    },
  })
}
