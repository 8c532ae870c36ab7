/** Puzzles on Postgres: nodes that share the work, the puzzle of the day and the answers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type { PuzzleResult } from '../../src/protocol/index.ts'
import { Candidates } from '../../src/puzzles/candidates.ts'
import { Puzzles } from '../../src/puzzles/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import { openNode } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { quiet } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { choicesIn, judgement, LONG_MS, ratedRecord, setPuzzle, storeAnalysed } from './support.ts'

let places: Places
let databases: Database[]
let nodes: Puzzles[]
let players: Awaited<ReturnType<typeof openNode>>
beforeAll(async () => {
  places = await inDatabases()
  const place = await places.fresh()
  databases = [await openDatabase(place, quiet), await openDatabase(place, quiet)]
  players = await openNode(databases[0]!)
  nodes = databases.map(
    (database) =>
      new Puzzles({ database, archive: openArchive(database), weigher: null, now: () => Date.now(), log: quiet }),
  )
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await players.close()
  await Promise.all(databases.map((database) => database.close()))
  await places.end()
})

it('two nodes look into each analysis once, and claim each candidate once', async () => {
  const games: string[] = []
  for (const number of [1, 2, 3, 4]) {
    const record = ratedRecord(number)
    const [version] = choicesIn(record) as [number]
    const actions = legalActions(foldRecord(record, version).state!)
    await storeAnalysed(databases[0]!, record, [judgement(version, actions, 0.5)])
    games.push(record.header.id)
  }
  const all = databases.map((database) => new Candidates(database))
  const sought = await Promise.all([...all, ...all].map((candidates) => candidates.seek()))
  expect(sought.reduce((sum, each) => sum + each, 0)).toBe(games.length)
  const claims = await Promise.all(Array.from({ length: 6 }, (_, each) => all[each % 2]!.claim(LONG_MS)))
  const claimed = claims.flatMap((claim) => claim ?? [])
  expect(claimed.map(({ game }) => game).sort()).toEqual(games.toSorted())
  for (const claim of claimed) await all[0]!.finish(claim, null)
})

it('all nodes have the same puzzle of the day, and each player one answer on all of them', async () => {
  const records = [5, 6].map((number) => ratedRecord(number))
  const actions: Action[][] = []
  for (const record of records) actions.push(await setPuzzle(databases[0]!, record, choicesIn(record)[9]!))
  const many = [...nodes, ...nodes, ...nodes]
  const daily = await Promise.all(many.map((node) => node.daily(null)))
  const [id, ...others] = new Set(daily.map(({ puzzle }) => puzzle.id))
  expect(others).toEqual([])
  const { player } = await players.player('Ada')
  const answers = await Promise.allSettled(many.map((node, index) => node.answer(player, id!, actions[0]![index % 2]!)))
  const results = answers.map((answer): PuzzleResult => {
    if (answer.status === 'fulfilled') return answer.value
    const { code, details } = answer.reason as { code: string; details: { result: PuzzleResult } }
    expect(code).toBe('already-answered')
    return details.result
  })
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) expect(result).toEqual(results[0])
  const next = await nodes[1]!.next(player.id, {})
  expect(next.puzzle.id).not.toBe(id)
  expect(next.rating).toMatchObject({ games: 1, rating: results[0]!.rating!.after })
})

it('answers to several puzzles at once are rated one after the other, whichever nodes they reach', async () => {
  const records = [7, 8, 9].map((number) => ratedRecord(number))
  const asked: { id: string; action: Action }[] = []
  for (const record of records) {
    const [action] = (await setPuzzle(databases[0]!, record, choicesIn(record)[9]!)) as [Action]
    const where = { gameId: record.header.id }
    const { id } = await databases[0]!.use((db) => db.puzzle.findFirstOrThrow({ where }))
    asked.push({ id, action })
  }
  const both = [(await players.player('Ben')).player, (await players.player('Cleo')).player]
  const told = await Promise.all(
    both.map((player, turned) =>
      Promise.all(
        (turned ? asked.toReversed() : asked).map(({ id, action }, index) =>
          nodes[index % 2]!.answer(player, id, action),
        ),
      ),
    ),
  )
  for (const [index, player] of both.entries()) {
    const steps = told[index]!.map(({ rating }) => rating!).sort((one, two) => one.before - two.before)
    expect(steps[0]!.before).toBe(1500)
    for (const [step, { before }] of steps.slice(1).entries()) expect(before).toBe(steps[step]!.after)
    expect(await nodes[0]!.rating(player.id)).toMatchObject({ games: 3, rating: steps.at(-1)!.after })
  }
})
