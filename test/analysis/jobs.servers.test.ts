import { afterAll, beforeAll, expect, it } from 'vitest'
import { AnalysisJobs } from '../../src/analysis/jobs.ts'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { CodedError } from '../../src/protocol/index.ts'
import type { Places } from '../support/history.ts'
import { quiet } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { askedFor, DECISIONS, finishAll, LONG_MS, newAsker, storedGame } from './jobs.ts'

let places: Places
let nodes: [Database, Database]
let jobs: [AnalysisJobs, AnalysisJobs]
beforeAll(async () => {
  places = await inDatabases()
  const place = await places.fresh()
  nodes = [await openDatabase(place, quiet), await openDatabase(place, quiet)]
  jobs = [new AnalysisJobs(nodes[0]), new AnalysisJobs(nodes[1])]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await places.end()
})

it('two nodes on Postgres claim each analysis once, and again after the lease', async () => {
  const games = await askedFor(nodes[0], 8)
  const claims = await Promise.all(Array.from({ length: 12 }, (_, each) => jobs[(each % 2) as 0].claim(LONG_MS)))
  const claimed = claims.flatMap((claim) => claim ?? [])
  expect(claimed.map(({ game }) => game).sort()).toEqual(games.toSorted())
  for (const claim of claimed) await jobs[0].finish(claim, DECISIONS)
  const [game] = (await askedFor(nodes[1], 1)) as [string]
  expect(await jobs[0].claim(1)).toMatchObject({ game, attempts: 1 })
  // The first node has died. Its lease is soon over.
  await expect.poll(() => jobs[1].claim(LONG_MS)).toMatchObject({ game, attempts: 2 })
  await finishAll(jobs[0])
})

it('requests at the same moment on two nodes do not go past the bound of a player', async () => {
  const bounded = nodes.map(
    (node) => new AnalysisJobs(node, { ofPlayer: 3, ofAddress: 100, ofStrangers: 100, inAll: 100 }),
  )
  const games = await Promise.all(Array.from({ length: 8 }, () => storedGame(nodes[0])))
  const ada = newAsker()
  const answers = await Promise.allSettled(games.map((game, each) => bounded[each % 2]!.add(game, ada)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect((answer.reason as CodedError).code).toBe('limit-reached')
  }
})

it('two nodes on Postgres begin each game once that nobody asked for, and together at most as many as the bound says', async () => {
  const games = await Promise.all(
    Array.from({ length: 6 }, (_, each) => storedGame(nodes[0], { rated: true, endedAt: 1_700_000_000_000 + each })),
  )
  const begun = await Promise.all(Array.from({ length: 10 }, (_, each) => jobs[(each % 2) as 0].begin(LONG_MS, 4)))
  const claimed = begun.flatMap((claim) => claim ?? [])
  expect(claimed.map(({ game }) => game).sort()).toEqual(games.slice(2).sort())
  // The first node has died: another one goes on, and neither begins any more.
  await jobs[0].renew(claimed[0]!, 0.5, 0)
  expect(await jobs[1].claim(LONG_MS, { unasked: true })).toMatchObject({ game: claimed[0]!.game, attempts: 2 })
  expect(await jobs[1].claim(LONG_MS, { unasked: true })).toBeNull()
  expect(await jobs[1].begin(LONG_MS, 4)).toBeNull()
})
