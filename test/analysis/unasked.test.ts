/** Rated games are analysed by themselves while nothing else is to be done, and what follows for their players is kept. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAnalyst } from '../../src/analysis/analyst.ts'
import type { Thinker } from '../../src/analysis/index.ts'
import { AnalysisJobs } from '../../src/analysis/jobs.ts'
import { judge } from '../../src/analysis/judge.ts'
import type { Evaluation } from '../../src/bots/index.ts'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { finishedGame, openArchive } from '../../src/history/index.ts'
import { decorated } from '../../src/metrics/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import type { BackgroundWork } from '../../src/time/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import { seededRandom } from '../support/random.ts'
import { DECISIONS, LONG_MS, newAsker, storedGame } from './jobs.ts'

let places: Places
let database: Database
let archive: Archive
let jobs: AnalysisJobs
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  archive = openArchive(database)
})
afterAll(async () => {
  await database.close()
  await places.end()
})
beforeEach(async () => {
  await database.use((db) => db.game.deleteMany())
  jobs = new AnalysisJobs(database)
})

const LATE = 1_700_000_000_000
const MANY = 1_000
const evaluate: Evaluation = () => 0.5
/** Thinks in this process, one action at a time. */
const thinker: Thinker = {
  isIdle: () => true,
  judge: async (record, from) => judge(record, evaluate, from, () => true),
}

const start = (change: Partial<Parameters<typeof startAnalyst>[0]> = {}): BackgroundWork =>
  startAnalyst({
    jobs,
    recordOf: (game) => archive.record(game),
    thinker,
    unaskedPerHour: MANY,
    times: { poll: 5, lease: LONG_MS, renew: 10, retry: { first: 1, longest: 5 } },
    log: quiet,
    ...change,
  })

/** Stores a game with moves. */
async function storedRecord(seed: number, rated: boolean): Promise<MatchRecord> {
  const terms = { clock: 'blitz', rated, visibility: 'public' } as const
  const record = playedRecord(seededRandom(seed), 6, { terms })
  await archive.store(finishedGame(record))
  return record
}

const isDone = async (game: string): Promise<boolean> => (await jobs.find(game))?.status === 'done'

it('the latest rated game begins first, once; others never', async () => {
  await storedGame(database, { endedAt: LATE + 3 })
  const older = await storedGame(database, { rated: true, endedAt: LATE, kind: 'agora' })
  const latest = await storedGame(database, { rated: true, endedAt: LATE + 2 })
  const asked = await storedGame(database, { rated: true, endedAt: LATE + 4 })
  await jobs.add(asked, newAsker())
  expect(await jobs.begin(LONG_MS, MANY)).toMatchObject({ game: latest, attempts: 1, askedBy: null })
  expect(await jobs.begin(LONG_MS, MANY)).toMatchObject({ game: older })
  expect(await jobs.begin(LONG_MS, MANY)).toBeNull()
})

it('within an hour, at most as many begin as the bound says, whatever became of them', async () => {
  const games = [0, 1, 2].map((each) => storedGame(database, { rated: true, endedAt: LATE + each }))
  await Promise.all(games)
  await jobs.finish((await jobs.begin(LONG_MS, 2))!, DECISIONS)
  const second = await jobs.begin(LONG_MS, 2)
  expect(second).not.toBeNull()
  expect(await jobs.begin(LONG_MS, 2)).toBeNull()
  // An hour later the first one no longer counts.
  await database.use(
    (db) => db.$executeRaw`
      UPDATE game_analyses SET asked_at = asked_at - interval '1 hour' WHERE game_id <> ${second!.game}`,
  )
  expect(await jobs.begin(LONG_MS, 2)).not.toBeNull()
  expect(await jobs.begin(LONG_MS, 2)).toBeNull()
})

it('one that a node has left behind is claimed again, after everything that someone has asked for', async () => {
  const game = await storedGame(database, { rated: true })
  const begun = (await jobs.begin(0, MANY))!
  expect(await jobs.claim(LONG_MS)).toBeNull()
  expect(await jobs.claim(LONG_MS, { unasked: true })).toMatchObject({ game, attempts: 2, askedBy: null })
  expect(await jobs.renew(begun, 0.5, LONG_MS)).toBe(false)
})

it('whoever asks for one that has begun gets it as if it had not: within the limits, and in turn', async () => {
  const game = await storedGame(database, { rated: true })
  const begun = (await jobs.begin(LONG_MS, MANY))!
  expect(await jobs.find(game)).toBeNull()
  const bounded = new AnalysisJobs(database, { ofPlayer: 1, ofAddress: 1, ofStrangers: 1, inAll: 1 })
  const asker = newAsker()
  expect(await bounded.add(game, asker)).toBe(true)
  expect(await jobs.find(game)).toEqual({ status: 'waiting', progress: 0 })
  expect(await jobs.renew(begun, 0.5, LONG_MS)).toBe(true)
  expect(await jobs.find(game)).toEqual({ status: 'waiting', progress: 0.5 })
  await jobs.release(begun)
  expect(await jobs.claim(LONG_MS)).toMatchObject({ game, askedBy: asker.player })
})

it('a node analyses rated games by itself, as if someone had asked for them', async () => {
  const [record, unrated] = [await storedRecord(1, true), await storedRecord(2, false)]
  const { id } = record.header
  const analyst = start()
  try {
    await expect.poll(() => isDone(id)).toBe(true)
    const { judgements } = judge(record, evaluate, 0, () => false)
    expect(await jobs.find(id)).toMatchObject({ status: 'done', decisions: judgements })
    expect(judgements.length).toBeGreaterThan(2)
  } finally {
    await analyst.stop()
  }
  expect(await jobs.find(unrated.header.id)).toBeNull()
  expect(await database.use((db) => db.gameAnalysis.count())).toBe(1)
})

it('a node with no bound above 0 begins none, and works on what it is asked for', async () => {
  await storedRecord(3, true)
  const asked = (await storedRecord(4, false)).header.id
  await jobs.add(asked, newAsker())
  const analyst = start({ unaskedPerHour: 0 })
  try {
    await expect.poll(() => isDone(asked)).toBe(true)
  } finally {
    await analyst.stop()
  }
  expect(await database.use((db) => db.gameAnalysis.count())).toBe(1)
})

it('a node begins none while it has something else to think about', async () => {
  const { id } = (await storedRecord(5, true)).header
  let looks = 0
  const isIdle = (): boolean => (looks += 1) > 3
  const begunAt: number[] = []
  const watched = decorated(jobs, {
    begin: (...how) => {
      begunAt.push(looks)
      return jobs.begin(...how)
    },
  })
  const analyst = start({ jobs: watched, thinker: { ...thinker, isIdle } })
  try {
    await expect.poll(() => isDone(id)).toBe(true)
  } finally {
    await analyst.stop()
  }
  expect(begunAt[0]).toBe(4)
})

it('what someone asks for meanwhile comes first', async () => {
  const unasked = (await storedRecord(6, true)).header.id
  const asked = (await storedRecord(7, false)).header.id
  const order: string[] = []
  const judged: Thinker['judge'] = async (record, from, wish) => {
    const { id } = record.header
    if (order.at(-1) !== id) order.push(id)
    if (order.length === 1) await jobs.add(asked, newAsker())
    return thinker.judge(record, from, wish)
  }
  const analyst = start({ thinker: { ...thinker, judge: judged } })
  try {
    await expect.poll(() => isDone(unasked)).toBe(true)
    expect(order).toEqual([unasked, asked, unasked])
    expect(await isDone(asked)).toBe(true)
    const { attempts } = await database.use((db) => db.gameAnalysis.findUniqueOrThrow({ where: { gameId: unasked } }))
    expect(attempts).toBe(1)
  } finally {
    await analyst.stop()
  }
})

it('a node that stops gives back both what it has in hand and what has come first', async () => {
  const unasked = (await storedRecord(8, true)).header.id
  const asked = (await storedRecord(9, false)).header.id
  let stopped: Promise<void> | undefined
  const watched = decorated(jobs, {
    release: (claim) => {
      stopped ??= analyst.stop()
      return jobs.release(claim)
    },
  })
  const judged: Thinker['judge'] = async (record, from, wish) => {
    await jobs.add(asked, newAsker())
    return thinker.judge(record, from, wish)
  }
  const analyst = start({ jobs: watched, thinker: { ...thinker, judge: judged } })
  await expect.poll(() => stopped !== undefined).toBe(true)
  await stopped
  expect(await jobs.claim(LONG_MS)).toMatchObject({ game: asked, attempts: 1 })
  expect(await jobs.claim(LONG_MS, { unasked: true })).toMatchObject({ game: unasked, attempts: 1 })
})

const seatsOf = (gameId: string) =>
  database.use((db) => db.analysedSeat.findMany({ where: { gameId }, orderBy: { seat: 'asc' } }))

it('an analysis leaves a row for each seat that decided, which goes with the game', async () => {
  const game = await storedGame(database, { rated: true, endedAt: LATE })
  await jobs.finish((await jobs.begin(LONG_MS, MANY))!, [
    { ...DECISIONS[0]!, version: 1, seat: 0, before: 0.6, after: 0.5 },
    { ...DECISIONS[0]!, version: 2, seat: 0, before: 0.55, after: 0.54 },
  ])
  const where = { gameId_seat: { gameId: game, seat: 0 } }
  const { playerId } = await database.use((db) => db.gameSeat.findUniqueOrThrow({ where }))
  const row = { gameId: game, endedAt: new Date(LATE), seat: 0, playerId }
  expect(await seatsOf(game)).toEqual([{ ...row, decisions: 2, cost: 1_100, expected: 4_900 }])
  const other = await storedGame(database, { rated: true, endedAt: LATE + 1 })
  await jobs.finish((await jobs.begin(LONG_MS, MANY))!, [
    DECISIONS[0]!,
    { ...DECISIONS[0]!, version: 2, seat: 1, before: 0.7, after: 0.4 },
  ])
  expect(await seatsOf(other)).toMatchObject([
    { seat: 0, decisions: 1, cost: 1_000, expected: 8_000 },
    { seat: 1, decisions: 1, cost: 3_000, expected: 2_000 },
  ])
  await database.use((db) => db.game.delete({ where: { id: other } }))
  expect(await seatsOf(other)).toEqual([])
})

it('analyses that an earlier version has stored are counted in the background, each once', async () => {
  const [game, givenUp] = [await storedGame(database), await storedGame(database)]
  const doneAt = new Date(LATE)
  await database.use((db) =>
    db.gameAnalysis.createMany({
      data: [
        { gameId: game, doneAt, decisions: DECISIONS as never },
        { gameId: givenUp, doneAt },
      ],
    }),
  )
  const analyst = start()
  try {
    await expect.poll(() => database.use((db) => db.gameAnalysis.count({ where: { counted: false } }))).toBe(0)
  } finally {
    await analyst.stop()
  }
  expect(await seatsOf(game)).toMatchObject([{ seat: 0, decisions: 1, cost: 1_000, expected: 5_000 }])
  expect(await seatsOf(givenUp)).toEqual([])
  expect(await jobs.count()).toBe(0)
})
