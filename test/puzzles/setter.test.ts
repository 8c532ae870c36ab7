/** Decisions of analysed rated games become puzzles, in the threads that have nothing else to do. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { judge } from '../../src/analysis/index.ts'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { thinkerIn, ThreadPool } from '../../src/opponents/index.ts'
import { learnedEvaluation } from '../../src/opponents/weights.ts'
import { Candidates } from '../../src/puzzles/candidates.ts'
import { leadsIn, LEAST_LEAD } from '../../src/puzzles/leads.ts'
import { puzzleOf, startSetter } from '../../src/puzzles/setter.ts'
import { SEARCHES, weigh } from '../../src/puzzles/weigh.ts'
import type { Weigher } from '../../src/puzzles/weigher.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, optionsOf } from '../../src/record/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import type { BackgroundWork } from '../../src/time/index.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import { choicesIn, judgement, LONG_MS, ratedRecord, storeAnalysed } from './support.ts'

let places: Places
let database: Database
let candidates: Candidates
const pool = new ThreadPool({ threads: 1, logger: pino({ level: 'silent' }) })
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
})
afterAll(async () => {
  await pool.close()
  await database.close()
  await places.end()
})
beforeEach(async () => {
  await database.use((db) => db.game.deleteMany())
  candidates = new Candidates(database)
})

const start = (weigher: Weigher = thinkerIn(pool), change: Partial<Parameters<typeof startSetter>[0]> = {}) =>
  startSetter({
    candidates,
    recordOf: (game) => openArchive(database).record(game),
    weigher,
    times: { poll: 5, lease: LONG_MS, retry: { first: 1, longest: 5 } },
    log: quiet,
    ...change,
  })
const puzzles = () => database.use((db) => db.puzzle.findMany({ orderBy: { version: 'asc' } }))
const waiting = () => database.use((db) => db.puzzleCandidate.count())

/** Until every analysis was looked into and every candidate is judged. */
async function allDone(setter: BackgroundWork): Promise<void> {
  try {
    await expect.poll(() => database.use((db) => db.gameAnalysis.count({ where: { sought: false } }))).toBe(0)
    await expect.poll(waiting).toBe(0)
  } finally {
    await setter.stop()
  }
}

it('a game becomes puzzles: the same action still leads by 15 points in 4,000 worlds, by all legal actions', async () => {
  const record = ratedRecord(3)
  const evaluate = learnedEvaluation(optionsOf(record.header))
  const { judgements } = judge(record, evaluate, 0, () => false)
  await storeAnalysed(database, record, judgements)
  await allDone(start())
  const found = await puzzles()
  expect(found.length).toBeGreaterThan(0)
  const leads = leadsIn(judgements)
  for (const { version, seat, kind, chances, themes, day } of found) {
    const { state } = foldRecord(record, version)
    const lead = leads.find((each) => each.version === version)!
    const set = puzzleOf(
      record,
      lead,
      weigh(record, version, evaluate, 0, () => false),
    )!
    expect({ seat, kind, themes, day }).toEqual({ seat: state!.toAct, kind: 'base', themes: set.themes, day: null })
    const parts = chances as { action: object; chance: number }[]
    expect(parts).toEqual(set.chances.map(({ action, chance }) => ({ action, chance: Math.round(10_000 * chance) })))
    expect(new Set(parts.map(({ action }) => action))).toEqual(new Set(legalActions(state!)))
    expect(parts[0]!.action).toEqual(lead.best)
    expect(parts[0]!.chance - parts[1]!.chance).toBeGreaterThanOrEqual(10_000 * LEAST_LEAD - 1)
  }
})

/** A game with one candidate. */
async function storeCandidate(number = 1): Promise<{ record: MatchRecord; version: number }> {
  const record = ratedRecord(number)
  const version = choicesIn(record)[10]!
  await storeAnalysed(database, record, [judgement(version, legalActions(foldRecord(record, version).state!), 0.5)])
  return { record, version }
}

/** Finds a candidate what it says, at once. */
const finding = (best: number, worlds: { from: number }[] = []): Weigher => ({
  isIdle: () => true,
  weigh: async (record, version, from) => {
    worlds.push({ from })
    const actions = legalActions(foldRecord(record, version).state!)
    return [actions.map((action, index) => ({ action, chance: index === best ? 0.8 : 0.6, visits: 100 - index }))]
  },
})

it('a candidate with another best action is no puzzle', async () => {
  const { record } = await storeCandidate()
  await allDone(start({ ...finding(0), weigh: async (...asked) => (await finding(1).weigh(...asked)).map(reversed) }))
  expect(await puzzles()).toEqual([])
  expect(await candidates.claim(LONG_MS)).toBeNull()
  await database.use((db) => db.gameAnalysis.update({ where: { gameId: record.header.id }, data: { sought: false } }))
  await allDone(start(finding(0)))
  expect(await puzzles()).toHaveLength(1)
})
const reversed = <T extends { visits: number }>(found: T[]): T[] =>
  found.map((each, index) => ({ ...each, visits: index === 1 ? 200 : each.visits }))

it.each([
  ['is not rated', { terms: { clock: 'blitz', rated: false, visibility: 'public' } }],
  ['is private', { terms: { clock: 'blitz', rated: true, visibility: 'private' } }],
  ['was on a deal of another game', { deal: 'AdaAdaAdaAdaAdaA' }],
] as const)('a game that %s has none', async (_, header) => {
  const record = ratedRecord(1)
  const version = choicesIn(record)[10]!
  const changed = { ...record, header: { ...record.header, ...header } }
  await storeAnalysed(database, changed, [judgement(version, legalActions(foldRecord(record, version).state!), 0.5)])
  expect(await candidates.seek()).toBe(1)
  expect([await waiting(), await candidates.seek()]).toEqual([0, 0])
})

it('a node works only while nothing else is to be done, and goes on where it was', async () => {
  await storeCandidate()
  let looks = 0
  const from: { from: number }[] = []
  // Every third look finds something else to do.
  await allDone(start({ ...finding(0, from), isIdle: () => (looks += 1) % 3 > 0 }))
  expect(from.map((each) => each.from)).toEqual(Array.from({ length: SEARCHES }, (_, search) => search))
  expect(await puzzles()).toHaveLength(1)
})

it('a candidate that nodes have left behind is claimed again, and given up after three attempts', async () => {
  await storeCandidate()
  await candidates.seek()
  const first = (await candidates.claim(0))!
  const second = (await candidates.claim(0))!
  expect([first.attempts, second.attempts]).toEqual([1, 2])
  expect(await candidates.renew(first, LONG_MS)).toBe(false)
  await candidates.finish(first, null)
  expect(await waiting()).toBe(1)
  expect((await candidates.claim(0))!.attempts).toBe(3)
  await allDone(start(finding(0)))
  expect(await puzzles()).toEqual([])
})

it('a candidate at fault does not hold up the others', async () => {
  const bad = await storeCandidate(1)
  await storeCandidate(2)
  const others = finding(0)
  const weigher: Weigher = {
    ...others,
    weigh: (record, ...how) =>
      record.header.id === bad.record.header.id ? Promise.reject(new Error('at fault')) : others.weigh(record, ...how),
  }
  const setter = start(weigher)
  try {
    await expect.poll(async () => (await puzzles()).length).toBe(1)
    expect(await waiting()).toBe(1)
  } finally {
    await setter.stop()
  }
})

it('two nodes make one puzzle of a candidate', async () => {
  await storeCandidate()
  const nodes = [start(finding(0)), start(finding(0))]
  await Promise.all(nodes.map(allDone))
  expect(await puzzles()).toHaveLength(1)
})

it('a node that stops gives back what it has in hand', async () => {
  await storeCandidate()
  let stopped: Promise<void> | undefined
  const weigher = finding(0)
  const setter: BackgroundWork = start({
    ...weigher,
    weigh: (...how) => {
      stopped ??= setter.stop()
      return weigher.weigh(...how)
    },
  })
  await expect.poll(() => stopped !== undefined).toBe(true)
  await stopped
  expect((await candidates.claim(LONG_MS))!.attempts).toBe(1)
})
