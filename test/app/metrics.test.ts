import { expect, it } from 'vitest'
import { localLimiters, meteredLimiters, spend } from '../../src/limits/index.ts'
import type { Commit, CommitResult } from '../../src/live/index.ts'
import { meteredStore } from '../../src/live/index.ts'
import { meterQueue } from '../../src/lobby/index.ts'
import { meterMatches } from '../../src/matches/index.ts'
import { Figures } from '../../src/metrics/index.ts'
import { aMatch, joining } from '../live/contract/harness.ts'
import { creation, openMatches, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'

it('counts the games that ended, but no aborted match and no end that came too late', async () => {
  const figures = new Figures()
  const answers: CommitResult[] = [
    { status: 'committed', version: 2, at: 1 },
    { status: 'committed', version: 2, at: 1 },
    { status: 'late' },
    { status: 'committed', version: 2, at: 1 },
  ]
  const plain = new MemoryStore()
  plain.commit = async () => answers.shift()!
  const store = meteredStore(figures, plain)
  const commit = { match: 'm', version: 1, body: { type: 'resign', seat: 0 } } satisfies Commit
  for (const ends of ['game', 'aborted', 'game'] as const) await store.commit({ ...commit, ends })
  await store.commit(commit)
  const text = await figures.text()
  expect(text).toMatch(/^curia_games_ended_total 1$/m)
  expect(text).toMatch(/^curia_commit_duration_seconds_count\{status="committed"\} 3$/m)
  expect(text).toMatch(/^curia_commit_duration_seconds_count\{status="late"\} 1$/m)
})

it('a node that has just started knows how many games wait for the history, and how long, from the store', async () => {
  const figures = new Figures()
  const plain = new MemoryStore()
  const waiting = async (since: number | null, games: number): Promise<string> => {
    plain.backlog = async () => ({ games, since })
    plain.now = () => 90_000
    return figures.text()
  }
  meteredStore(figures, plain)
  const text = await waiting(30_000, 7)
  expect(text).toMatch(/^curia_outbox_backlog 7$/m)
  expect(text).toMatch(/^curia_outbox_age_seconds 60$/m)
  expect(await waiting(null, 0)).toMatch(/^curia_outbox_age_seconds 0$/m)
})

it('a store that does not answer leaves the other figures as they are', async () => {
  const figures = new Figures()
  const store = new MemoryStore()
  meteredStore(figures, store)
  store.down = true
  expect(await figures.text()).toMatch(/^curia_outbox_backlog Nan$/im)
  expect(await figures.text()).toMatch(/^curia_outbox_age_seconds Nan$/im)
  expect(await figures.text()).toMatch(/^curia_games_ended_total 0$/m)
})

it('times commits, and the way of entries to this node', async () => {
  const figures = new Figures()
  const plain = new MemoryStore()
  const store = meteredStore(figures, plain)
  const versions: number[] = []
  store.subscribe({
    news: (news) => {
      if (news.type === 'entry') versions.push(news.entry.version)
    },
    interrupted: () => undefined,
  })
  const match = await aMatch(store)
  await store.follow(match)
  await store.commit(joining(match))
  await store.commit(joining(match))
  plain.down = true
  await expect(store.commit(joining(match))).rejects.toMatchObject({ code: 'unavailable' })
  plain.down = false
  await expect.poll(() => versions.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const text = await figures.text()
  for (const status of ['committed', 'stale', 'unavailable']) {
    expect(text).toContain(`curia_commit_duration_seconds_count{status="${status}"} 1`)
  }
  expect(text).toContain(`curia_entry_delay_seconds_count ${versions.length}`)
})

it('has the queue as it is when the figures are read', async () => {
  const figures = new Figures()
  let waiting = 3
  meterQueue(figures, {
    pools: async () => {
      if (waiting < 0) throw new Error('down')
      return { pools: [{ pool: { kind: 'base', clock: 'blitz', rated: false }, waiting, expectedWaitMs: 1500 }] }
    },
  })
  const text = await figures.text()
  expect(text).toContain('curia_queue_players{kind="base",clock="blitz",rated="false"} 3')
  expect(text).toContain('curia_queue_wait_seconds{kind="base",clock="blitz",rated="false"} 1.5')
  waiting = -1
  expect(await figures.text()).not.toContain('curia_queue_players{')
})

it('counts what happens to matches, by kind', async () => {
  const figures = new Figures()
  const matches = openMatches({ store: new MemoryStore() })
  meterMatches(figures, matches)
  const seated = await seatTwo(matches, {}, { kind: 'agora' })
  await matches.endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })
  const other = await matches.play.create(seated.players[0], creation({}))
  await matches.endings.abort(seated.players[0], { match: other, actionId: newActionId(), version: 0 })
  const text = await figures.text()
  for (const counted of ['agora created', 'agora started', 'agora ended', 'base created', 'base aborted']) {
    const [kind, event] = counted.split(' ')
    expect(text).toContain(`curia_matches_total{kind="${kind}",event="${event}"} 1`)
  }
  await matches.close()
})

it('has the matches of which the node has a replica, by kind and state', async () => {
  const figures = new Figures()
  const store = new MemoryStore()
  const matches = openMatches({ store })
  meterMatches(figures, matches)
  expect(await figures.text()).not.toContain('curia_live_matches{')
  const { match, players } = await seatTwo(matches)
  await matches.play.create(players[0], creation({ kind: 'agora' }))
  const waiting = await matches.play.create(players[0], creation({ kind: 'agora' }))
  await matches.views.view(players[0], waiting)
  const text = await figures.text()
  expect(text).toMatch(/^curia_live_matches\{kind="base",state="playing"\} 1$/m)
  expect(text).toMatch(/^curia_live_matches\{kind="agora",state="waiting"\} 1$/m)
  await matches.endings.resign(players[0], { match, actionId: newActionId() })
  expect(await figures.text()).toMatch(/^curia_live_matches\{kind="base",state="ended"\} 1$/m)
  await matches.close()
})

it('counts the refusals of shared limits by their names', async () => {
  const figures = new Figures()
  const limiter = meteredLimiters(figures, localLimiters).limiter('chat', { points: 2, duration: 60 })
  const refused = (): Promise<unknown> => expect(spend(limiter, 'Ada')).rejects.toMatchObject({ code: 'rate-limited' })
  await spend(limiter, 'Ada')
  await spend(limiter, 'Ada')
  await limiter.reward('Ada')
  await spend(limiter, 'Ada')
  await refused()
  await refused()
  await refused()
  expect(await figures.text()).toMatch(/^curia_limit_refusals_total\{limit="chat"\} 3$/m)
})
