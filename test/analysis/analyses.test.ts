/** The analyses of games: asked for once, bounded, claimed by one node at a time, and kept with the game. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AnalysesParts, Thinker } from '../../src/analysis/index.ts'
import { Analyses } from '../../src/analysis/index.ts'
import type { Asker } from '../../src/analysis/jobs.ts'
import { AnalysisJobs, MOST_ATTEMPTS } from '../../src/analysis/jobs.ts'
import { judge } from '../../src/analysis/judge.ts'
import { luckAndPlay } from '../../src/analysis/luck.ts'
import type { Evaluation } from '../../src/bots/index.ts'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { finishedGame, GameReader, openArchive } from '../../src/history/index.ts'
import type { Analysis, AnalysisProgress, ErrorBody, PlayerRef } from '../../src/protocol/index.ts'
import { analysisSchema, CodedError } from '../../src/protocol/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import { score } from '../../src/rules/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import { openHttp } from '../support/http.ts'
import { newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { askedFor, DECISIONS, finishAll, LONG_MS, newAsker, storedGame } from './jobs.ts'

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

const TIMES = { poll: 20, lease: LONG_MS, renew: 10, retry: { first: 1, longest: 5 } }
const evaluate: Evaluation = (state) => {
  const [first, second] = score(state)
  return 1 / (1 + Math.exp((second.total - first.total) / 10))
}
/** Thinks in this process, one action at a time. */
const thinker: Thinker = {
  isIdle: () => true,
  judge: async (record, from) => judge(record, evaluate, from, () => true),
}
const NOT_LIVE = { ended: () => Promise.reject(new CodedError('unknown-match')) } as never

function open(change: Partial<AnalysesParts> = {}): Analyses {
  const games = new GameReader(NOT_LIVE, archive)
  return new Analyses({ database, archive, games, thinker, unaskedPerHour: 0, log: quiet, times: TIMES, ...change })
}
const by = (player: PlayerRef | null) => ({ player, address: '192.0.2.251' })
const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error as CodedError).code,
  )

it('a job is added once, found while it waits, claimed once, and done with its result', async () => {
  const [game] = (await askedFor(database, 1)) as [string]
  expect(await jobs.add(game, newAsker())).toBe(true)
  expect(await jobs.find(game)).toEqual({ status: 'waiting', progress: 0 })
  const claim = (await jobs.claim(LONG_MS))!
  expect(claim).toMatchObject({ game, attempts: 1 })
  expect(await jobs.claim(LONG_MS)).toBeNull()
  expect(await jobs.renew(claim, 0.5, LONG_MS)).toBe(true)
  expect(await jobs.find(game)).toEqual({ status: 'waiting', progress: 0.5 })
  await jobs.finish(claim, DECISIONS)
  expect(await jobs.find(game)).toMatchObject({ status: 'done', decisions: DECISIONS })
  expect(await jobs.add(game, newAsker())).toBe(true)
  expect(await jobs.claim(LONG_MS)).toBeNull()
  const row = await database.use((db) => db.gameAnalysis.findUniqueOrThrow({ where: { gameId: game } }))
  expect(row).toMatchObject({ askedBy: null, claim: null })
})

it('the job that waits longest is claimed first', async () => {
  const games = await askedFor(database, 3)
  for (const game of games) expect(await jobs.claim(LONG_MS)).toMatchObject({ game })
})

it('an analysis belongs to the last claim: an earlier one can neither renew nor finish it', async () => {
  const [game] = (await askedFor(database, 1)) as [string]
  const first = (await jobs.claim(0))!
  const second = (await jobs.claim(LONG_MS))!
  expect(second).toMatchObject({ game, attempts: 2 })
  expect(await jobs.renew(first, 0.9, LONG_MS)).toBe(false)
  await jobs.finish(first, [])
  expect(await jobs.find(game)).toEqual({ status: 'waiting', progress: 0 })
  await jobs.release(first)
  expect(await jobs.claim(LONG_MS)).toBeNull()
  await jobs.release(second)
  expect(await jobs.claim(LONG_MS)).toMatchObject({ game, attempts: 2 })
})

it('the analyses that wait are bounded, for a player, an address, strangers and all; those that are done do not count', async () => {
  const bounded = new AnalysisJobs(database, { ofPlayer: 2, ofAddress: 3, ofStrangers: 4, inAll: 5 })
  const games = await Promise.all(Array.from({ length: 6 }, () => storedGame(database)))
  const asks = (game: number, asker: Asker) => bounded.add(games[game]!, asker)
  const [ada, bo, cleo] = [newAsker('198.51.100.1'), newAsker('198.51.100.1'), newAsker('198.51.100.1')]
  await asks(0, ada)
  await asks(1, ada)
  expect(await codeOf(asks(2, ada))).toBe('limit-reached')
  expect(await asks(1, ada)).toBe(true)
  await asks(2, bo)
  expect(await codeOf(asks(3, cleo))).toBe('limit-reached')
  await asks(3, newAsker())
  // Strangers have asked for enough; who has played the game has room.
  expect(await codeOf(asks(4, newAsker()))).toBe('busy')
  expect(await bounded.find(games[4]!)).toBeNull()
  await asks(4, { ...newAsker(), isOwn: true })
  expect(await codeOf(asks(5, { ...newAsker(), isOwn: true }))).toBe('busy')
  await finishAll(jobs)
  expect(await asks(5, ada)).toBe(true)
  await finishAll(jobs)
})

it('addresses take turns with their analyses, however many wait of one; in a turn, players of the game come first', async () => {
  const names = new Map<string, string>()
  const ask = async (name: string, asker: Asker): Promise<void> => {
    const game = await storedGame(database)
    names.set(game, name)
    await jobs.add(game, asker)
  }
  const claim = async (): Promise<string | undefined> => {
    const claimed = await jobs.claim(LONG_MS)
    if (claimed) await jobs.finish(claimed, [])
    return claimed ? names.get(claimed.game) : undefined
  }
  for (let each = 0; each < 6; each += 1) await ask(`crowd ${each}`, newAsker('198.51.100.2'))
  expect([await claim(), await claim()]).toEqual(['crowd 0', 'crowd 1'])
  const stranger = newAsker()
  await ask('stranger', stranger)
  await ask('stranger again', stranger)
  await ask('player', { ...newAsker(), isOwn: true })
  const rest = ['player', 'crowd 2', 'stranger', 'crowd 3', 'stranger again', 'crowd 4', 'crowd 5', undefined]
  for (const name of rest) expect(await claim()).toBe(name)
})

it('a game that is not stored has no analysis, and one that is deleted takes its analysis with it', async () => {
  expect(await jobs.add('AAAAAAAAAAAAAAAA', newAsker())).toBe(false)
  const [game] = (await askedFor(database, 1)) as [string]
  await finishAll(jobs)
  await database.use((db) => db.game.delete({ where: { id: game } }))
  expect(await jobs.find(game)).toBeNull()
})

it('a player asks, and gets the whole analysis; then everybody does', async () => {
  const record = playedRecord(seededRandom(3), 10)
  const id = record.header.id
  await archive.store(finishedGame(record))
  const analyses = open()
  try {
    expect(await codeOf(analyses.get(by(null), id))).toBe('token-missing')
    expect(await codeOf(analyses.get(by(newPlayer('Ada')), 'AAAAAAAAAAAAAAAA'))).toBe('unknown-game')
    expect(await analyses.get(by(newPlayer('Ada')), id)).toEqual({ id, progress: 0 })
    const get = async (): Promise<Analysis | AnalysisProgress> => analyses.get(by(null), id)
    await expect.poll(get, { timeout: 30_000 }).toHaveProperty('decisions')
    const analysis = analysisSchema.parse(await get())
    const { judgements } = judge(record, evaluate, 0, () => false)
    const { outcome } = foldRecord(record)
    expect(outcome).toMatchObject({ by: 'resignation' })
    expect(analysis).toEqual({ id, ...luckAndPlay(judgements, { byRules: false, winner: outcome!.winner }) })
    expect(analysis.decisions.length).toBeGreaterThan(3)
  } finally {
    await analyses.close()
  }
})

it('another node goes on where one has stopped, and nobody tries for ever', async () => {
  const record = playedRecord(seededRandom(4), 6)
  await archive.store(finishedGame(record))
  const { id } = record.header
  let asked = (): void => undefined
  const begun = new Promise<void>((resolve) => (asked = resolve))
  const stuck: Thinker = {
    isIdle: () => true,
    judge: (_record, _from, { signal }) =>
      new Promise((_resolve, reject) => {
        asked()
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  }
  const first = open({ thinker: stuck })
  await first.get(by(newPlayer('Ada')), id)
  await begun
  await first.close()
  const claim = (await jobs.claim(0))!
  expect(claim).toMatchObject({ game: id, attempts: 1 })
  for (let attempt = 2; attempt <= MOST_ATTEMPTS; attempt++)
    expect(await jobs.claim(0)).toMatchObject({ attempts: attempt })
  const second = open()
  try {
    await expect.poll(() => codeOf(second.get(by(null), id)), { timeout: 30_000 }).toBe('no-analysis')
  } finally {
    await second.close()
  }
})

it('over HTTP: 202 with where and when to ask again, then 200 with a tag', async () => {
  const ANALYSIS = { id: '96c7ead858f549c0', ...luckAndPlay(DECISIONS, { byRules: true, winner: 0 }) }
  const answers: (Analysis | AnalysisProgress)[] = [{ id: '96c7ead858f549c0', progress: 0.25 }, ANALYSIS]
  const http = await openHttp({ analyses: { get: async () => (answers.length > 1 ? answers.shift()! : answers[0]!) } })
  try {
    const path = '/v1/games/96c7ead858f549c0/analysis'
    const waiting = await http.nobody.get(path)
    expect(waiting.statusCode).toBe(202)
    expect(waiting.body).toEqual({ id: '96c7ead858f549c0', progress: 0.25 })
    expect(waiting.headers).toMatchObject({ location: path, 'cache-control': 'no-store' })
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
    const done = await http.nobody.get(path)
    expect(done.statusCode).toBe(200)
    expect(done.body).toEqual(ANALYSIS)
    expect(done.headers.etag).toBe('"96c7ead858f549c0.analysis-with-luck"')
    expect(((await http.nobody.get('/v1/games/x/analysis')).body as ErrorBody).error.code).toBe('bad-request')
  } finally {
    await http.close()
  }
})
