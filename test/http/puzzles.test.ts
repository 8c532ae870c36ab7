/** Puzzles over HTTP: what is told before the answer and after it, once for each player, with ratings for accounts. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type { DailyPuzzle, ErrorBody, NextPuzzle, OwnData, PuzzleResult } from '../../src/protocol/index.ts'
import { ownDataSchema } from '../../src/protocol/index.ts'
import { Puzzles } from '../../src/puzzles/index.ts'
import { shownPuzzle } from '../../src/puzzles/shown.ts'
import { themesOf } from '../../src/puzzles/themes.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { legalActions, view } from '../../src/rules/index.ts'
import { choicesIn, ratedRecord, setPuzzle } from '../puzzles/support.ts'
import { replay } from '../rules/support/history.ts'
import { Random } from '../rules/support/random.ts'
import { redeal } from '../rules/support/redeal.ts'
import { DAY_MS, PASSWORD } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Answer, Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { secretsOf, stringsOf } from '../support/secrets.ts'

const NOON = Date.parse('2031-03-09T12:00:00Z')

let places: Places
let database: Database
let http: Http
let now = NOON
const opened: Puzzles[] = []
/** A node. */
function open(): Puzzles {
  const puzzles = new Puzzles({ database, archive: openArchive(database), weigher: null, now: () => now, log: quiet })
  opened.push(puzzles)
  return puzzles
}
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  http = await openHttp({ archive: openArchive(database), puzzles: open() }, database)
})
afterAll(async () => {
  await http.close()
  await Promise.all(opened.map((puzzles) => puzzles.close()))
  await database.close()
  await places.end()
})
beforeEach(async () => {
  now = NOON
  await database.use((db) => db.game.deleteMany())
})

let names = 0
const guest = (): Promise<Caller> => http.guest(`Guest ${(names += 1)}`)
const account = (): Promise<Caller> => http.account(`Player ${(names += 1)}`)
const daily = (caller: Caller) => caller.get<DailyPuzzle>('/v1/puzzles/daily')
const next = (caller: Caller, query = '') => caller.get<NextPuzzle>(`/v1/puzzles/next${query}`)
const answer = (caller: Caller, id: string, action: object) =>
  caller.post<PuzzleResult>(`/v1/puzzles/${id}/answers`, { action })

/** A puzzle of a game of its own. */
async function set(
  number = 1,
  at = 12,
  options = {},
): Promise<{ record: MatchRecord; version: number; actions: Action[]; id: string }> {
  const record = ratedRecord(number, options)
  const version = choicesIn(record)[at]!
  const actions = await setPuzzle(database, record, version)
  const { id } = await database.use((db) => db.puzzle.findFirstOrThrow({ where: { gameId: record.header.id } }))
  return { record, version, actions, id }
}
const bad = ({ length }: readonly Action[]): number => length - 1

it('there is none yet', async () => {
  const ada = await guest()
  expect(codeOf(await daily(http.nobody))).toEqual([404, 'no-puzzle'])
  expect(codeOf(await next(ada))).toEqual([404, 'no-puzzle'])
  expect(codeOf(await next(http.nobody))).toEqual([401, 'token-missing'])
  const action = { type: 'discard-card', slot: 1 }
  expect(codeOf(await answer(ada, 'AdaAdaAdaAdaAdaA', action))).toEqual([404, 'unknown-puzzle'])
  expect(codeOf(await answer(ada, 'short', action))).toEqual([400, 'bad-request'])
  expect(codeOf(await answer(http.nobody, 'AdaAdaAdaAdaAdaA', action))).toEqual([401, 'token-missing'])
})

it('a puzzle is what its seat saw, and nothing of it leads to its game', async () => {
  const { record, version, id } = await set(5, 20, { agora: true })
  const { state } = foldRecord(record, version)
  const seat = state!.toAct!
  const [ada, bo] = [await guest(), await account()]
  const answers: Answer<unknown>[] = [await daily(http.nobody), await daily(ada), await next(ada), await next(bo)]
  const { header, entries } = record
  const players = [header.host.player, ...entries.flatMap(({ body }) => (body.type === 'join' ? [body.player] : []))]
  const hints = [header.id, header.seed, header.seedHash, header.code, ...players.flatMap((p) => [p.id, p.name])]
  for (const { statusCode, headers, body } of answers) {
    expect(statusCode).toBe(200)
    const { puzzle } = body as NextPuzzle
    expect(puzzle).toEqual({ id, kind: 'agora', seat, rating: 1500, board: view(state!, seat) })
    expect(puzzle.board.legal!.length).toBeGreaterThan(0)
    const whole = JSON.stringify([headers, body])
    for (const hint of hints) expect(whole).not.toContain(hint)
    const strings = stringsOf(JSON.stringify(body))
    expect(secretsOf(record, seat)[version]!.filter((secret) => strings.has(secret))).toEqual([])
  }
})

it.each([
  { agora: false, pantheon: false },
  { agora: true, pantheon: false },
  { agora: false, pantheon: true },
  { agora: true, pantheon: true },
])('with %o, whatever the seat does not know, a puzzle and its themes are the same', (options) => {
  const random = new Random(`puzzles ${JSON.stringify(options)}`)
  const record = ratedRecord(6, options)
  const { state: end } = foldRecord(record)
  const played = record.entries.flatMap(({ body }) => (body.type === 'act' ? [body.action as Action] : []))
  const history = replay(end!.options, end!.deal, played)
  for (const version of random.shuffled(choicesIn(record)).slice(0, 8)) {
    const stored = { id: 'q7bX2mYpL0sTgR4w', kind: 'base', version, rating: 1500 } as const
    const seat = foldRecord(record, version).state!.toAct!
    const shown = JSON.stringify(shownPuzzle(record, { ...stored, seat }).board)
    // The first entry is that of the second player.
    const moment = version - 1
    const before = history.states[moment]!
    for (let world = 0; world < 4; world++) {
      const other = redeal({ history, moment, viewer: seat }, random)
      const state = replay(history.options, other.deal, other.actions).states.at(-1)!
      expect(JSON.stringify(view(state, seat))).toBe(shown)
      for (const action of legalActions(before)) expect(themesOf(state, action)).toEqual(themesOf(before, action))
    }
  }
})

it('an answer is told what was right, the chances of all actions, and the game', async () => {
  const { record, version, actions, id } = await set()
  const [right, asGood, wrong] = [await guest(), await guest(), await guest()]
  const { body } = await answer(right, id, actions[0]!)
  expect(body).toMatchObject({ puzzle: id, action: actions[0], right: true, best: actions[0], version })
  expect(body.game).toBe(record.header.id)
  expect(body.rating).toBeUndefined()
  expect(body.chances.map(({ action }) => action)).toHaveLength(actions.length)
  expect(body.chances.slice(0, 3).map(({ chance }) => chance)).toEqual([0.9, 0.885, 0.5])
  expect((await answer(asGood, id, actions[1]!)).body).toMatchObject({ right: true, best: actions[0] })
  expect((await answer(wrong, id, actions[2]!)).body).toMatchObject({ right: false, best: actions[0] })
})

it('an action that is not legal is no answer', async () => {
  const { actions, id } = await set()
  const ada = await guest()
  expect(codeOf(await answer(ada, id, { type: 'choose-first-player', seat: 0 }))).toEqual([422, 'illegal-action'])
  expect(codeOf(await answer(ada, id, { type: 'nothing' }))).toEqual([400, 'bad-request'])
  expect((await answer(ada, id, actions[0]!)).statusCode).toBe(200)
})

it('a second answer is told the result of the first, which alone counts', async () => {
  const { actions, id } = await set()
  const ada = await account()
  const first = (await answer(ada, id, actions[bad(actions)]!)).body
  const again = await answer(ada, id, actions[0]!)
  expect(codeOf(again)).toEqual([409, 'already-answered'])
  expect((again.body as unknown as ErrorBody).error.details).toEqual({ result: first })
  expect((await daily(ada)).body).toMatchObject({ result: first, rating: { games: 1, rating: first.rating!.after } })
  expect(codeOf(await next(ada))).toEqual([404, 'no-puzzle'])
})

it('for an account an answer is a rated game with the puzzle; for a guest it is not', async () => {
  const { actions, id } = await set()
  const [ada, bo, visitor] = [await account(), await account(), await guest()]
  expect((await daily(ada)).body.rating).toBeUndefined()
  const won = (await answer(ada, id, actions[0]!)).body.rating!
  expect(won.before).toBe(1500)
  expect(won.after).toBeGreaterThan(1600)
  const harder = (await daily(bo)).body.puzzle.rating
  expect(harder).toBeLessThan(1400)
  await answer(visitor, id, actions[0]!)
  expect((await daily(bo)).body.puzzle.rating).toBe(harder)
  const lost = (await answer(bo, id, actions[bad(actions)]!)).body.rating!
  expect(lost.after).toBeLessThan(1500)
  expect((await daily(bo)).body.puzzle.rating).toBeGreaterThan(harder)
})

it('the next puzzle is the one nearest to the rating that the player has not answered, by kind and theme', async () => {
  const all = [await set(1), await set(2, 12, { agora: true }), await set(3)]
  const rate = (id: string, rating: number, themes: string[]) =>
    database.use((db) => db.puzzle.update({ where: { id }, data: { rating, themes } }))
  await rate(all[0]!.id, 1400, ['science'])
  await rate(all[1]!.id, 1550, ['military', 'denial'])
  await rate(all[2]!.id, 1900, ['science'])
  const ada = await guest()
  const id = async (query = ''): Promise<string> => (await next(ada, query)).body.puzzle.id
  expect(await id()).toBe(all[1]!.id)
  expect(await id()).toBe(all[1]!.id)
  expect(await id('?kind=base')).toBe(all[0]!.id)
  expect(await id('?theme=denial')).toBe(all[1]!.id)
  expect(await id('?theme=science&kind=base')).toBe(all[0]!.id)
  expect(codeOf(await next(ada, '?theme=science&kind=agora'))).toEqual([404, 'no-puzzle'])
  expect(codeOf(await next(ada, '?theme=luck'))).toEqual([400, 'bad-request'])
  await answer(ada, all[1]!.id, all[1]!.actions[0]!)
  expect(await id()).toBe(all[0]!.id)
  await answer(ada, all[0]!.id, all[0]!.actions[0]!)
  expect(await id()).toBe(all[2]!.id)
})

it('each day has one puzzle, the oldest that was not that of a day, whoever asks and on whatever node', async () => {
  const [oldest, second] = [await set(1), await set(2)]
  const nodes = [open(), open(), open()]
  const asked = await Promise.all(nodes.flatMap((node) => [node.daily(null), node.daily(null)]))
  expect(new Set(asked.map(({ puzzle }) => puzzle.id))).toEqual(new Set([oldest.id]))
  expect(asked[0]!.date).toBe('2031-03-09')
  now += DAY_MS
  expect(await nodes[1]!.daily(null)).toMatchObject({ date: '2031-03-10', puzzle: { id: second.id } })
  now += DAY_MS
  expect(codeOf(await daily(http.nobody))).toEqual([404, 'no-puzzle'])
  now = NOON
  expect((await nodes[0]!.daily(null)).puzzle.id).toBe(oldest.id)
})

it('of two answers at once on two nodes, one counts and the other is told its result', async () => {
  const { actions, id } = await set()
  const ada = await account()
  const nodes = [open(), open(), open(), open()]
  const all = await Promise.allSettled(
    nodes.map((node, index) => node.answer({ id: ada.id, name: ada.name }, id, actions[index % 2]!)),
  )
  const counted = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const refused = all.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as { code: string; details: object }] : [],
  )
  expect(counted).toHaveLength(1)
  expect(refused.map(({ code, details }) => [code, details])).toEqual(
    refused.map(() => ['already-answered', { result: counted[0] }]),
  )
  expect((await daily(ada)).body.rating!.games).toBe(1)
})

it('players who answer one puzzle at once are all rated, one after the other', async () => {
  const { actions, id } = await set()
  const players = await Promise.all([account(), account(), account()])
  const results = await Promise.all(players.map((player) => answer(player, id, actions[0]!)))
  expect(results.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const rating = async () => (await daily(http.nobody)).body.puzzle.rating
  // The puzzle has lost three times: each player won less than the one before.
  const gains = results.map(({ body }) => body.rating!.after - body.rating!.before).sort((one, two) => two - one)
  expect(gains[0]).toBeGreaterThan(gains[1]!)
  expect(gains[1]).toBeGreaterThan(gains[2]!)
  expect(await rating()).toBeLessThan(1300)
})

it('bots do not answer', async () => {
  const { actions, id } = await set()
  const bot = { id: 'AdaAdaAdaAdaAdaA', name: 'Deep Ada', bot: true } as const
  await expect(open().answer(bot, id, actions[0]!)).rejects.toMatchObject({ code: 'not-for-bots' })
})

it('answers of guests are forgotten after 30 days, those of accounts never', async () => {
  const { actions, id } = await set()
  const [ada, visitor] = [await account(), await guest()]
  for (const caller of [ada, visitor]) await answer(caller, id, actions[0]!)
  const left = () => database.use((db) => db.puzzleAnswer.findMany({ select: { playerId: true, expiresAt: true } }))
  expect(new Map((await left()).map(({ playerId, expiresAt }) => [playerId, expiresAt?.getTime()]))).toEqual(
    new Map([
      [ada.id, undefined],
      [visitor.id, NOON + 30 * DAY_MS],
    ]),
  )
  now += 30 * DAY_MS + 1
  open()
  await expect.poll(left).toEqual([{ playerId: ada.id, expiresAt: null }])
})

it("a player's own data have the answers and the rating, and both are deleted with the player", async () => {
  const { actions, id } = await set()
  const [ada, visitor] = [await account(), await guest()]
  for (const caller of [ada, visitor]) {
    const { right, rating } = (await answer(caller, id, actions[0]!)).body
    const { body } = await caller.get<OwnData>('/v1/players/me/data')
    expect(ownDataSchema.safeParse(body).error).toBeUndefined()
    expect(body.puzzleAnswers).toEqual([{ puzzle: id, action: actions[0], right, at: NOON }])
    expect(body.puzzleRating?.rating).toBe(rating?.after)
    const deletion = { method: 'DELETE', url: '/v1/players/me', payload: { password: PASSWORD } } as const
    expect((await caller.send(deletion)).statusCode).toBe(204)
  }
  expect(await database.use((db) => db.puzzleAnswer.count())).toBe(0)
  expect(await database.use((db) => db.puzzleRating.count({ where: { playerId: ada.id } }))).toBe(0)
})

it('a game whose players have deleted their data is still a puzzle', async () => {
  const { record, actions, id } = await set()
  await openArchive(database).forget(record.header.host.player.id)
  const ada = await guest()
  expect((await next(ada)).body.puzzle.id).toBe(id)
  expect((await answer(ada, id, actions[0]!)).body.game).toBe(record.header.id)
})
