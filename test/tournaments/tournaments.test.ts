/** Tournaments over HTTP, with real matches: rights, bad input, and how each format goes on to its end. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type {
  Crosstable,
  EventTo,
  OwnData,
  Round,
  Snapshot,
  Tournament,
  TournamentAnswer,
  TournamentsPage,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'
import { LIVE_TEST_TIMES } from './support.ts'

const PATIENTLY = { timeout: 60_000, interval: 20 }

let places: Places
let database: Database
let http: Http
/** What players were told, by player. */
const told = new Map<string, EventTo<'player'>[]>()
const ratings = new Map<string, number>()

beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  http = await openHttp(
    {},
    database,
    {},
    {
      times: LIVE_TEST_TIMES,
      tell: async (players, event) => {
        for (const player of players ?? []) told.set(player, [...(told.get(player) ?? []), event])
      },
      ratingOf: async (player) => ({
        rating: ratings.get(player) ?? 1500,
        deviation: 50,
        provisional: false,
        games: 30,
      }),
    },
  )
})
afterAll(async () => {
  await http.close()
  await database.close()
  await places.end()
})
beforeEach(() => {
  told.clear()
})

let names = 0
const account = async (rating = 1500): Promise<Caller> => {
  const caller = await http.account(`Player ${(names += 1)}`)
  ratings.set(caller.id, rating)
  return caller
}
const accounts = (count: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => account(2000 - 50 * n)))

const SWISS = { name: 'Club evening', format: 'swiss', clock: 'blitz', rounds: 2 }
const open = async (host: Caller, settings: object = {}): Promise<Tournament> => {
  const { statusCode, body } = await host.post<Tournament>('/v1/tournaments', { ...SWISS, ...settings })
  expect(statusCode).toBe(201)
  return body
}
const get = async (id: string, caller = http.nobody): Promise<TournamentAnswer> => {
  const { statusCode, body } = await caller.get<TournamentAnswer>(`/v1/tournaments/${id}`)
  expect(statusCode).toBe(200)
  return body
}
const join = (caller: Caller, id: string) => caller.post(`/v1/tournaments/${id}/join`)
const start = (caller: Caller, id: string) => caller.post(`/v1/tournaments/${id}/start`)
const close = (caller: Caller, id: string) => caller.send({ method: 'DELETE', url: `/v1/tournaments/${id}` })

/** Opens, fills and starts a tournament. */
const begin = async (players: Caller[], settings: object = {}): Promise<string> => {
  const { id } = await open(players[0]!, settings)
  for (const player of players) expect((await join(player, id)).statusCode).toBe(204)
  expect((await start(players[0]!, id)).statusCode).toBe(204)
  return id
}

/** The loser gives up, in a match that has begun. */
const resign = async (loser: Caller, match: string): Promise<void> => {
  await http.matches.endings.resign(loser, { match, actionId: newActionId() })
}

/** Plays a tournament to its end: whoever is better by rating wins, unless `loserOf` says otherwise. */
async function playOn(id: string, players: Caller[], loserOf = weaker): Promise<TournamentAnswer> {
  const of = new Map(players.map((player) => [player.id, player]))
  const done = new Set<string>()
  await expect
    .poll(async () => {
      const { tournament, round } = await get(id)
      for (const { match, points, players: seats } of round?.pairings ?? []) {
        if (points || match === undefined || done.has(match)) continue
        const open = await http.nobody.get<ViewAnswer>(`/v1/matches/${match}`)
        const isThere = open.statusCode === 200 && open.body.snapshot.status === 'playing'
        const isSealed = open.statusCode === 403
        if (!isThere && !isSealed) continue
        done.add(match)
        await resign(of.get(loserOf(seats[0].id, seats[1]!.id))!, match)
      }
      return tournament.status
    }, PATIENTLY)
    .toBe('ended')
  return get(id)
}
const weaker = (one: string, other: string): string => (ratings.get(one)! > ratings.get(other)! ? other : one)

it('is for accounts to open, at most two at a time', async () => {
  const guest = await http.guest('Guest')
  expect(codeOf(await guest.post('/v1/tournaments', SWISS))).toEqual([403, 'account-needed'])
  expect(codeOf(await http.nobody.post('/v1/tournaments', SWISS))).toEqual([401, 'token-missing'])
  const host = await account()
  const [first] = [await open(host), await open(host)]
  const third = await host.post('/v1/tournaments', SWISS)
  expect(codeOf(third)).toEqual([429, 'limit-reached'])
  expect((await close(host, first.id)).statusCode).toBe(204)
  expect(codeOf(await close(host, first.id))).toEqual([409, 'tournament-started'])
  await open(host)
})

it.each([
  ['no name', { name: ' ' }],
  ['a name that nobody can read', { name: 'x'.repeat(61) }],
  ['a format that there is not', { format: 'ladder' }],
  ['no clock', { clock: 'none' }],
  ['no rounds', { rounds: undefined }],
  ['rounds that are none', { rounds: 0 }],
  ['rounds without end', { rounds: 32 }],
  ['rounds of a knock-out', { format: 'knock-out' }],
  ['three lives', { format: 'knock-out', rounds: undefined, lives: 3 }],
  ['lives of a Swiss tournament', { lives: 2 }],
  ['an arena without a length', { format: 'arena', rounds: undefined }],
  ['an arena by mail', { format: 'arena', rounds: undefined, minutes: 60, clock: 'correspondence-1' }],
  ['an arena of series', { format: 'arena', rounds: undefined, minutes: 60, best: 3 }],
  ['a shared deal by mail', { deal: 'shared', clock: 'correspondence-3' }],
  ['a shared deal of a series', { deal: 'shared', best: 3 }],
  ['a range without ratings', { rating: { least: 1600, most: 1500 } }],
  ['a field that there is not', { speed: 'fast' }],
])('is not opened with %s', async (_what, settings) => {
  const host = await account()
  expect(codeOf(await host.post('/v1/tournaments', { ...SWISS, ...settings }))).toEqual([400, 'bad-request'])
  expect((await http.nobody.get<TournamentsPage>('/v1/tournaments')).body.tournaments).not.toContainEqual(
    expect.objectContaining({ host: expect.objectContaining({ id: host.id }) as unknown }),
  )
})

it('is joined and left before the start, as often as a player likes', async () => {
  const [host, guest] = [await account(), await http.guest('Guest')]
  const { id } = await open(host)
  for (let n = 0; n < 2; n++) expect((await join(guest, id)).statusCode).toBe(204)
  expect((await get(id, guest)).you).toEqual({})
  expect((await get(id, host)).you).toBeUndefined()
  expect((await get(id)).tournament.players).toBe(1)
  for (let n = 0; n < 2; n++) expect((await guest.post(`/v1/tournaments/${id}/leave`)).statusCode).toBe(204)
  expect((await get(id)).tournament.players).toBe(0)
  await close(host, id)
})

it('says what is unknown, and what is not theirs', async () => {
  const [host, other] = await accounts(2)
  const { id } = await open(host!)
  const unknown = 'AAAAAAAAAAAAAAAA'
  for (const path of ['', '/rounds/1', '/crosstable']) {
    expect(codeOf(await http.nobody.get(`/v1/tournaments/${unknown}${path}`))).toEqual([404, 'unknown-tournament'])
  }
  for (const path of ['join', 'leave', 'start']) {
    expect(codeOf(await other!.post(`/v1/tournaments/${unknown}/${path}`))).toEqual([404, 'unknown-tournament'])
  }
  expect(codeOf(await http.nobody.get(`/v1/tournaments/${id}/rounds/1`))).toEqual([404, 'unknown-round'])
  expect(codeOf(await start(other!, id))).toEqual([403, 'not-your-tournament'])
  expect(codeOf(await close(other!, id))).toEqual([403, 'not-your-tournament'])
  const pairs = { tournament: id, round: 1, pairs: [[host!.id, other!.id]] }
  expect(codeOf(await other!.post('/v1/pairings', pairs))).toEqual([403, 'not-your-tournament'])
  expect(codeOf(await host!.post('/v1/pairings', pairs))).toEqual([400, 'bad-request'])
  await close(host!, id)
})

it('is run by its host and by moderators, whose changes are in the audit log', async () => {
  const [host, moderator, one, other] = await accounts(4)
  await database.use((db) => db.account.update({ where: { playerId: moderator!.id }, data: { moderator: true } }))
  const entries = () =>
    database.use((db) =>
      db.measure.findMany({
        where: { moderatorId: moderator!.id },
        select: { type: true, playerId: true, why: true },
        orderBy: { number: 'asc' },
      }),
    )
  const { id } = await open(host!, { format: 'manual', rounds: 2 })
  for (const player of [one!, other!]) await join(player, id)
  const pair = (by: Caller) => by.post('/v1/pairings', { tournament: id, round: 1, pairs: [[one!.id, other!.id]] })
  // What is refused, and what was done before, is no entry.
  expect(codeOf(await pair(moderator!))).toEqual([400, 'bad-request'])
  for (const by of [moderator!, moderator!, host!]) expect((await start(by, id)).statusCode).toBe(204)
  for (const by of [moderator!, host!, moderator!]) expect((await pair(by)).statusCode).toBe(200)
  expect((await close(moderator!, id)).statusCode).toBe(204)
  expect(codeOf(await close(moderator!, id))).toEqual([409, 'tournament-started'])
  const why = `${SWISS.name} (${id})`
  expect(await entries()).toEqual(
    ['start-tournament', 'pair-tournament', 'cancel-tournament'].map((type) => ({ type, playerId: host!.id, why })),
  )

  const own = await open(host!)
  expect((await close(host!, own.id)).statusCode).toBe(204)
  expect(await database.use((db) => db.measure.count({ where: { playerId: host!.id } }))).toBe(3)
})

it('keeps out who is not meant, and starts with nobody too few', async () => {
  const host = await account(1500)
  const { id } = await open(host, { rating: { least: 1400, most: 1600 }, rated: true })
  expect(codeOf(await join(await http.guest('Guest'), id))).toEqual([403, 'account-needed'])
  for (const rating of [1399, 1601]) {
    const answer = await join(await account(rating), id)
    expect(codeOf(answer)).toEqual([403, 'not-eligible'])
    expect(answer.body).toMatchObject({ error: { details: { rating: { least: 1400, most: 1600 } } } })
  }
  expect(codeOf(await start(host, id))).toEqual([400, 'bad-request'])
  expect((await join(host, id)).statusCode).toBe(204)
  expect(codeOf(await start(host, id))).toEqual([400, 'bad-request'])
  expect((await join(await account(1600), id)).statusCode).toBe(204)
  // Two players meet once.
  expect(codeOf(await start(host, id))).toEqual([400, 'bad-request'])
  expect((await get(id)).tournament.status).toBe('open')
  await close(host, id)
})

it('plays a Swiss tournament to its end, and tells the players', async () => {
  const players = await accounts(5)
  const id = await begin(players, { rounds: 3 })
  expect(codeOf(await join(await account(), id))).toEqual([409, 'tournament-started'])
  const { tournament, standings, tieBreaks } = await playOn(id, players)
  expect(tournament).toMatchObject({ round: 3, players: 5, winners: [{ id: players[0]!.id }] })
  expect(tieBreaks).toEqual(['buchholz', 'sonnebornBerger', 'withoutLuck'])
  expect(standings[0]).toMatchObject({ place: 1, points: 6, player: { id: players[0]!.id } })
  expect(standings.reduce((sum, { points }) => sum + points, 0)).toBe(3 * 3 * 2)
  const { body: table } = await http.nobody.get<Crosstable>(`/v1/tournaments/${id}/crosstable`)
  expect(table.rows.map(({ results }) => results.length)).toEqual([3, 3, 3, 3, 3])
  for (const { player, results } of table.rows) {
    const met = results.flatMap(({ opponent }) => opponent ?? [])
    expect(new Set(met).size).toBe(met.length)
    const events = (told.get(player.id) ?? []).map(({ event }) => event)
    expect(events.filter((event) => event === 'tournament:paired')).toHaveLength(met.length)
    expect(events.filter((event) => event === 'tournament:round')).toHaveLength(3)
    expect(events.at(-1)).toBe('tournament:ended')
  }
  const { body: page } = await http.nobody.get<TournamentsPage>('/v1/tournaments?status=ended')
  expect(page.tournaments.find((one) => one.id === id)).toMatchObject({ winners: [{ id: players[0]!.id }] })
})

it('shows a match of which round it is, and lets nobody out of it', async () => {
  const players = await accounts(2)
  const id = await begin(players, { rounds: 1 })
  await expect.poll(async () => (await get(id, players[0])).you?.match, PATIENTLY).toBeDefined()
  const match = (await get(id, players[0])).you!.match!
  const { body } = await players[0]!.get<{ snapshot: Snapshot }>(`/v1/matches/${match}`)
  expect(body.snapshot).toMatchObject({ origin: 'tournament', tournament: { id, round: 1 }, status: 'playing' })
  expect(body.snapshot.mayDo).toMatchObject({ resign: true })
  expect(body.snapshot.mayDo?.abort).toBeUndefined()
  expect(body.snapshot.mayDo?.offerDraw).toBeUndefined()
  await playOn(id, players)
})

it.each([1, 2])('plays a knock-out with %i lives', async (lives) => {
  const players = await accounts(6)
  const id = await begin(players, { format: 'knock-out', rounds: undefined, lives })
  const { standings, tournament } = await playOn(id, players)
  expect(tournament.winners).toMatchObject([{ id: players[0]!.id }])
  expect(standings.filter((standing) => standing.lives! > 0)).toHaveLength(1)
  expect(standings.reduce((sum, standing) => sum + standing.lives!, 0)).toBe(lives)
  if (lives === 1) expect(tournament.round).toBe(3)
})

it('plays a round robin', async () => {
  const players = await accounts(4)
  const id = await begin(players, { format: 'round-robin', rounds: undefined })
  const { standings, tournament } = await playOn(id, players)
  expect(tournament.round).toBe(3)
  expect(standings.map(({ player, points }) => [player.id, points])).toEqual(
    players.map(({ id: player }, n) => [player, 6 - 2 * n]),
  )
})

it('plays series, whose result counts once', async () => {
  const players = await accounts(2)
  const id = await begin(players, { rounds: 1, best: 3 })
  let match: string | undefined
  const over: string[] = []
  await expect
    .poll(async () => {
      const { you, tournament } = await get(id, players[1])
      match ??= you?.match
      const { body } = await players[1]!.get<{ matches: { match: string }[] }>('/v1/players/me/matches')
      for (const one of body.matches) {
        if (over.includes(one.match)) continue
        over.push(one.match)
        await resign(players[1]!, one.match)
      }
      return tournament.status
    }, PATIENTLY)
    .toBe('ended')
  expect(over).toHaveLength(2)
  expect(over[0]).toBe(match)
  expect((await get(id)).standings[0]).toMatchObject({ points: 2, played: 1, player: { id: players[0]!.id } })
})

it('shares a sealed deal among all tables of a round', async () => {
  const players = await accounts(4)
  const id = await begin(players, { deal: 'shared', rounds: 1 })
  await expect.poll(async () => (await get(id, players[3])).you?.match, PATIENTLY).toBeDefined()
  await expect.poll(async () => (await get(id, players[0])).you?.match, PATIENTLY).toBeDefined()
  const matches = (await get(id)).round!.pairings.map(({ match }) => match!)
  const records = await Promise.all(matches.map((match) => http.store.load(match)))
  expect(new Set(records.map((record) => record!.header.seed)).size).toBe(1)
  expect(new Set(records.map((record) => record!.header.deal))).toEqual(new Set([matches[0]]))
  for (const match of matches) {
    expect(codeOf(await http.nobody.get(`/v1/matches/${match}`))).toEqual([403, 'sealed'])
  }
  const { standings, tieBreaks } = await playOn(id, players)
  expect(tieBreaks).toContain('field')
  expect(standings.reduce((sum, { field }) => sum + field!, 0)).toBeCloseTo(0)
  for (const match of matches) {
    expect(codeOf(await http.nobody.get(`/v1/matches/${match}`))).toEqual([403, 'sealed'])
  }
})

it('is paired by its host, once for each round, with players who have joined', async () => {
  const [host, ...players] = await accounts(5)
  const { id } = await open(host!, { format: 'manual', rounds: 2 })
  for (const player of players) await join(player, id)
  const [a, b, c, d] = players.map((player) => player.id) as [string, string, string, string]
  const ask = (round: number, pairs: string[][]) => host!.post<Round>('/v1/pairings', { tournament: id, round, pairs })
  expect(codeOf(await ask(1, [[a, b]]))).toEqual([400, 'bad-request'])
  await start(host!, id)
  for (const wrong of [
    [[a, host!.id]],
    [[a, a]],
    [
      [a, b],
      [b, c],
    ],
    [[a, 'AAAAAAAAAAAAAAAA']],
  ]) {
    expect(codeOf(await ask(1, wrong))).toEqual([400, 'bad-request'])
  }
  expect(codeOf(await ask(2, [[a, b]]))).toEqual([400, 'bad-request'])
  const pairs = [
    [d, a],
    [b, c],
  ]
  const [one, other] = [await ask(1, pairs), await ask(1, pairs)]
  expect([one.statusCode, other.statusCode]).toEqual([200, 200])
  const matchesOf = ({ body }: typeof one): (string | undefined)[] => body.pairings.map(({ match }) => match)
  expect(matchesOf(other)).toEqual(matchesOf(one))
  expect(one.body.pairings.map(({ players: seats }) => [seats[0].id, seats[1]!.id])).toEqual(pairs)
  expect(
    codeOf(
      await ask(1, [
        [a, b],
        [c, d],
      ]),
    ),
  ).toEqual([400, 'bad-request'])
  expect(
    codeOf(
      await ask(2, [
        [a, b],
        [c, d],
      ]),
    ),
  ).toEqual([400, 'bad-request'])
  for (const match of matchesOf(one)) {
    const seats = one.body.pairings.find((pairing) => pairing.match === match)!.players
    await expect.poll(async () => (await http.nobody.get(`/v1/matches/${match}`)).statusCode, PATIENTLY).toBe(200)
    await expect
      .poll(
        () =>
          resign(
            players.find((player) => player.id === seats[1]!.id)!,
            match!,
          ).then(
            () => true,
            () => false,
          ),
        PATIENTLY,
      )
      .toBe(true)
  }
  await expect.poll(async () => (await ask(2, [[a, b]])).statusCode, PATIENTLY).toBe(200)
  expect((await playOn(id, players)).tournament.round).toBe(2)
})

it('goes on without players who leave, and forgets the names of those who delete their data', async () => {
  const players = await accounts(4)
  const id = await begin(players, { rounds: 3 })
  const leaver = players[3]!
  const data = await leaver.get<OwnData>('/v1/players/me/data')
  expect(data.body.tournaments).toMatchObject([{ id, name: 'Club evening', hosted: false }])
  const gone = await leaver.send({ method: 'DELETE', url: '/v1/players/me', payload: { password: PASSWORD } })
  expect(gone.statusCode).toBe(204)
  const { standings } = await playOn(id, players)
  const last = standings.find(({ player }) => player.id === leaver.id)!
  expect(last.player.name).toBe('Deleted player')
  expect(last.withdrawn).toBe(true)
  expect(last.played).toBe(1)
})

it('lists tournaments, newest first, in pages', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await http.nobody.get<TournamentsPage>(`/v1/tournaments?limit=2${cursor}`)
    seen.push(...body.tournaments.map(({ id }) => id))
    cursor = body.next === undefined ? '' : `&cursor=${body.next}`
  } while (cursor !== '')
  expect(seen.length).toBeGreaterThan(4)
  expect(new Set(seen).size).toBe(seen.length)
  expect(codeOf(await http.nobody.get('/v1/tournaments?cursor=AAAA'))).toEqual([400, 'bad-cursor'])
})

it('is deleted 30 days after it was cancelled, once nobody plays in it; what was played stays, and so does what has ended', async () => {
  const [host, other] = await accounts(2)
  const age = (id: string, days: number) =>
    database.write((db) =>
      db.tournament.update({ where: { id }, data: { endedAt: new Date(Date.now() - days * 86_400_000) } }),
    )
  const statusOf = async (id: string): Promise<number> => (await http.nobody.get(`/v1/tournaments/${id}`)).statusCode
  const ended = await begin([host!, other!], { format: 'round-robin', rounds: undefined })
  await playOn(ended, [host!, other!])
  const running = await begin([host!, other!], { format: 'round-robin', rounds: undefined })
  const matchOf = async (): Promise<string | undefined> => (await get(running, host)).you?.match
  await expect.poll(matchOf, PATIENTLY).toBeTypeOf('string')
  const match = (await matchOf())!
  const { id: young } = await open(host!)
  for (const id of [running, young]) expect((await close(host!, id)).statusCode).toBe(204)
  const { id: old } = await open(host!)
  await close(host!, old)
  await age(running, 31)
  await age(ended, 31)
  await age(young, 29)
  await age(old, 31)
  await expect.poll(() => statusOf(old), PATIENTLY).toBe(404)
  expect(await Promise.all([running, young, ended].map(statusOf))).toEqual([200, 200, 200])
  await resign(other!, match)
  await expect.poll(() => statusOf(running), PATIENTLY).toBe(404)
  expect((await http.nobody.get(`/v1/matches/${match}`)).statusCode).toBe(200)
  expect(await Promise.all([young, ended].map(statusOf))).toEqual([200, 200])
})
