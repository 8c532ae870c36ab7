import { expect, it } from 'vitest'
import type { Commit, CommitResult } from '../../src/live/index.ts'
import { createMetrics } from '../../src/metrics.ts'
import { MemoryStore } from '../support/memory-store.ts'

it('counts the games that ended, but no aborted match and no end that came too late', async () => {
  const metrics = createMetrics()
  const answers: CommitResult[] = [
    { status: 'committed', version: 2, at: 1 },
    { status: 'committed', version: 2, at: 1 },
    { status: 'late' },
    { status: 'committed', version: 2, at: 1 },
  ]
  const plain = new MemoryStore()
  plain.commit = async () => answers.shift()!
  const store = metrics.meteredStore(plain)
  const commit = { match: 'm', version: 1, body: { type: 'resign', seat: 0 } } satisfies Commit
  for (const ends of ['game', 'aborted', 'game'] as const) await store.commit({ ...commit, ends })
  await store.commit(commit)
  const text = await metrics.text()
  expect(text).toMatch(/^curia_games_ended_total 1$/m)
  expect(text).toMatch(/^curia_commits_total\{status="committed"\} 3$/m)
  expect(text).toMatch(/^curia_commits_total\{status="late"\} 1$/m)
})

it('a node that has just started knows how many games wait for the history, from the store', async () => {
  const metrics = createMetrics()
  const plain = new MemoryStore()
  plain.backlog = async () => 7
  metrics.meteredStore(plain)
  expect(await metrics.text()).toMatch(/^curia_outbox_backlog 7$/m)
})

it('a store that does not answer leaves the other figures as they are', async () => {
  const metrics = createMetrics()
  const store = new MemoryStore()
  metrics.meteredStore(store)
  store.down = true
  expect(await metrics.text()).toMatch(/^curia_outbox_backlog Nan$/im)
  expect(await metrics.text()).toMatch(/^curia_games_ended_total 0$/m)
})
