import { decorated, shared } from '../metrics/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { LiveStore } from './port.ts'

/** In seconds: from a store in the same house to one in trouble. */
const QUICK = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/** The same store, whose commits and entries are timed. Each reading of the figures asks it for its backlog. */
export function meteredStore(figures: Figures, store: LiveStore): LiveStore {
  const ended = figures.counter(
    'curia_games_ended_total', 'Games ended by a command on this node, aborted ones left out',
  )
  const commits = figures.histogram(
    'curia_commit_duration_seconds',
    'Time of a commit in the live store; commits without an answer have the status unavailable',
    QUICK,
  )
  const delays = figures.histogram(
    'curia_entry_delay_seconds',
    "From the commit of an entry, by the store's time, until this node has it from the store",
    QUICK,
  )
  const backlog = shared(() => store.backlog().catch(() => null))
  figures.gauge(
    'curia_outbox_backlog',
    'Ended games in the live store that wait for the history; NaN while the store does not answer',
    async () => (await backlog())?.games ?? NaN,
    'max',
  )
  figures.gauge(
    'curia_outbox_age_seconds',
    'How long the first of these games has waited; NaN while the store does not answer',
    async () => {
      const read = await backlog()
      return read ? Math.max(0, store.now() - (read.since ?? Infinity)) / 1000 : NaN
    },
    'max',
  )
  return decorated(store, {
    async commit(commit) {
      const began = performance.now()
      const result = await store.commit(commit).catch((error: unknown) => {
        commits((performance.now() - began) / 1000, { status: 'unavailable' })
        throw error
      })
      commits((performance.now() - began) / 1000, { status: result.status })
      if (commit.ends === 'game' && result.status === 'committed') ended()
      return result
    },
    subscribe(subscriber) {
      store.subscribe({
        news: (news) => {
          if (news.type === 'entry') delays(Math.max(0, store.now() - news.entry.at) / 1000)
          subscriber.news(news)
        },
        interrupted: (match) => subscriber.interrupted(match),
      })
    },
  })
}
