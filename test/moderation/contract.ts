import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { finishedGame, openArchive } from '../../src/history/index.ts'
import { newHeader } from '../../src/matches/index.ts'
import { MOST_OPEN_REPORTS, Nodes, setModerator } from '../../src/moderation/index.ts'
import { nameKey, RESET_MS } from '../../src/players/index.ts'
import type {
  ChallengesAnswer,
  Measure,
  MeasuresPage,
  ModeratedPlayer,
  Overview,
  OwnData,
  PairsAnswer,
  PlayerRef,
  ReportContext,
  ReportsPage,
  ResetLink,
  SeriesAnswer,
  Standing,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { ALL_ROUTES, DEFAULT_GAME_OPTIONS } from '../../src/protocol/index.ts'
import { HOME, PASSWORD } from '../support/accounts.ts'
import { someGame } from '../support/finished.ts'
import type { Places } from '../support/history.ts'
import { quiet } from '../support/history.ts'
import type { Answer, Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'
import { creation } from '../support/match.ts'
import { newActionId } from '../support/players.ts'

const HOUR_MS = 3_600_000
const [REPORTS, MEASURES, PAIRS] = ['/v1/moderation/reports', '/v1/moderation/measures', '/v1/moderation/pairs']

/** Reports, measures and the audit log, on every database. */
export function describeModeration(what: string, makePlaces: () => Promise<Places>): void {
  describe(`Moderation in ${what}`, () => {
    let places: Places
    let database: Database
    let http: Http
    let may: Caller
    let names = 0

    beforeAll(async () => {
      places = await makePlaces()
      database = await openDatabase(await places.fresh(), quiet)
    })
    afterAll(async () => {
      await database.close()
      await places.end()
    })
    beforeEach(async () => {
      http = await openHttp({}, database)
      const name = `Moderator ${(names += 1)}`
      may = await account(name)
      await setModerator(database, nameKey(name), true, 'the first one')
    })
    afterEach(() => http.close())

    async function account(name: string): Promise<Caller> {
      const { player, token } = await http
        .guest(name)
        .then((guest) =>
          http.parts.sessions
            .authenticate(guest.token)
            .then((identity) => http.parts.accounts.claim(identity, { name, password: PASSWORD }, HOME)),
        )
      return new Caller(http.app, player, token)
    }
    const newName = (): string => `Player ${(names += 1)}`
    const take = (measure: object): Promise<Answer<Measure>> =>
      may.post<Measure>(MEASURES, { why: 'because', ...measure })
    const taken = async (measure: object): Promise<Measure> => {
      const { statusCode, body } = await take(measure)
      expect(statusCode, JSON.stringify(body)).toBe(201)
      return body
    }
    const say = (player: Caller, match: string, text = 'Oh dear') =>
      player.post<{ line: { number: number } }>(`/v1/matches/${match}/chat`, { text })
    /** A private match that has begun. */
    const privately = async () => {
      const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
      const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', { visibility: 'private' })).body
      await bo.post('/v1/matches/join', { code: snapshot.code })
      return { match: snapshot.match, code: snapshot.code, ada, bo }
    }
    const report = (by: Caller, body: object) =>
      by.post<{ report: string }>('/v1/reports', { reason: 'other', ...body })

    describe('a report', () => {
      it('of a line has the line, the match with its chat, and what is known of the player', async () => {
        const {
          match,
          players: [ada, bo],
        } = await http.started()
        await say(ada, match, 'Good luck!')
        await say(bo, match, 'You will need it, fool')
        // A player who has muted the other one can report what they have read before.
        await ada.send({ method: 'PUT', url: `/v1/matches/${match}/chat/mute`, payload: { muted: true } })
        const request = { player: bo.id, reason: 'offensive-chat', note: ' first ', match, line: 2 }
        const { statusCode, body } = await report(ada, request)
        expect(statusCode).toBe(201)
        const { body: context } = await may.get<ReportContext>(`${REPORTS}/${body.report}`)
        expect(context.report).toMatchObject({
          id: body.report,
          by: { id: ada.id, name: 'Ada' },
          player: { id: bo.id, name: 'Bo' },
          reason: 'offensive-chat',
          note: 'first',
          match,
          line: { room: 'players', number: 2, text: 'You will need it, fool' },
        })
        expect(context.match).toMatchObject({
          id: match,
          kind: 'base',
          players: { 0: { id: ada.id }, 1: { id: bo.id } },
        })
        expect(context.match!.chat.players.map(({ text }) => text)).toEqual(['Good luck!', 'You will need it, fool'])
        expect(context.player).toMatchObject({ id: bo.id, standing: { moderator: false }, measures: [] })
        expect(context.player.reports.map(({ id }) => id)).toEqual([body.report])
      })

      it('can be made of a finished game, and its chat, after the live match has expired', async () => {
        const archive = openArchive(database)
        const {
          match,
          players: [ada, bo],
        } = await http.started()
        await say(bo, match, 'Fool')
        await ada.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
        const game = finishedGame((await http.store.load(match))!)
        await archive.store({ ...game, chat: await http.store.chat(match, 'players') })
        const later = await openHttp({ archive }, database)
        try {
          const request = { player: bo.id, reason: 'offensive-chat', match, line: 1 }
          const { statusCode, body } = await report(new Caller(later.app, ada, ada.token), request)
          expect(statusCode, JSON.stringify(body)).toBe(201)
          const moderator = new Caller(later.app, may, may.token)
          const { body: context } = await moderator.get<ReportContext>(`${REPORTS}/${body.report}`)
          expect(context.match).toMatchObject({ id: match, outcome: { by: 'resignation' }, chat: { spectators: [] } })
          expect(context.match!.chat.players).toMatchObject([{ text: 'Fool' }])
        } finally {
          await later.close()
        }
      })

      it('is refused for the player themselves, for somebody unknown, and for what somebody else did', async () => {
        const {
          match,
          players: [ada, bo],
        } = await http.started()
        await say(ada, match)
        const eve = await http.guest('Eve')
        expect(codeOf(await report(ada, { player: ada.id }))).toEqual([400, 'bad-request'])
        expect(codeOf(await report(ada, { player: 'NobodyNobodyNobo' }))).toEqual([404, 'unknown-player'])
        expect(codeOf(await report(ada, { player: eve.id, match }))).toEqual([400, 'bad-request'])
        expect(codeOf(await report(ada, { player: bo.id, match, line: 1 }))).toEqual([400, 'bad-request'])
        expect(codeOf(await report(ada, { player: bo.id, match, line: 7 }))).toEqual([400, 'bad-request'])
        expect(codeOf(await report(ada, { player: bo.id, match: 'NobodyNobodyNobo' }))).toEqual([404, 'unknown-match'])
        expect(codeOf(await report(ada, { player: bo.id, line: 1 }))).toEqual([400, 'bad-request'])
        expect(codeOf(await report(ada, { player: bo.id, reason: 'boring' }))).toEqual([400, 'bad-request'])
        expect((await may.get<ReportsPage>(`${REPORTS}?player=${bo.id}`)).body.reports).toEqual([])
      })

      it('of a private match needs its code from strangers, whoever they say plays in it', async () => {
        const { match, code, ada, bo } = await privately()
        const eve = await http.guest('Eve')
        for (const player of [ada.id, bo.id, may.id]) {
          expect(codeOf(await report(eve, { player, match }))).toEqual([403, 'code-needed'])
          expect(codeOf(await report(eve, { player, match, line: 1 }))).toEqual([403, 'code-needed'])
        }
        expect((await report(eve, { player: bo.id, match, code })).statusCode).toBe(201)
      })

      it('is decided by another moderator than the one who made it', async () => {
        const other = await account(newName())
        await setModerator(database, nameKey(other.name), true, 'a second one')
        const { match, code, ada } = await privately()
        await say(ada, match, 'This is private')
        const { body } = await report(may, { player: ada.id, match, code })
        expect(codeOf(await may.get(`${REPORTS}/${body.report}`))).toEqual([403, 'moderator-needed'])
        for (const measure of [{ type: 'close-report' }, { type: 'ban', player: ada.id }]) {
          expect(codeOf(await take({ ...measure, report: body.report }))).toEqual([403, 'moderator-needed'])
        }
        expect((await other.get<ReportContext>(`${REPORTS}/${body.report}`)).body.match!.chat.players).toHaveLength(1)
        const closing = { type: 'close-report', report: body.report, why: 'Nothing to do' }
        expect((await other.post(MEASURES, closing)).statusCode).toBe(201)
      })

      it('is stored once while it is open, and a player has a bounded number of them', async () => {
        const {
          match,
          players: [ada, bo],
        } = await http.started()
        const first = await report(ada, { player: bo.id, match })
        expect((await report(ada, { player: bo.id, match })).body).toEqual(first.body)
        const data = Array.from({ length: MOST_OPEN_REPORTS - 1 }, (_, n) => ({
          id: `${n}`.padStart(16, 'r'),
          at: new Date(),
          reporterId: ada.id,
          reporterName: 'Ada',
          playerId: may.id,
          playerName: 'May',
          reason: 'other',
        }))
        await database.write((db) => db.report.createMany({ data }))
        const refused = await report(ada, { player: bo.id, match, reason: 'stalling' })
        expect(codeOf(refused)).toEqual([429, 'limit-reached'])
        await taken({ type: 'close-report', report: data[0]!.id })
        expect((await report(ada, { player: bo.id, match, reason: 'stalling' })).statusCode).toBe(201)
        await database.write((db) => db.report.deleteMany({ where: { reporterId: ada.id } }))
      })

      it('is in a page of reports until it is closed, which happens once', async () => {
        const [ada, bo] = [await account(newName()), await account(newName())]
        const ids = []
        for (const reason of ['spam', 'cheating', 'stalling']) {
          ids.unshift((await report(ada, { player: bo.id, reason })).body.report)
        }
        const list = async (query: string) => (await may.get<ReportsPage>(`${REPORTS}?player=${bo.id}&${query}`)).body
        const first = await list('limit=2&status=open')
        const rest = await list(`limit=2&status=open&cursor=${first.next}`)
        expect([...first.reports, ...rest.reports].map(({ id }) => id)).toEqual(ids)
        expect(rest.next).toBeUndefined()
        await taken({ type: 'close-report', report: ids[0]!, why: 'seen' })
        expect((await list('status=closed')).reports).toMatchObject([
          { id: ids[0], closedAt: expect.any(Number) as number },
        ])
        expect((await list('status=open')).reports).toHaveLength(2)
        expect(codeOf(await take({ type: 'close-report', report: ids[0]! }))).toEqual([400, 'bad-request'])
        expect(codeOf(await take({ type: 'close-report', report: 'NoneNoneNoneNone' }))).toEqual([
          404,
          'unknown-report',
        ])
        expect(codeOf(await may.get(`${REPORTS}?status=open&cursor=${first.next}`))).toEqual([400, 'bad-cursor'])
      })

      it('is in the data of the player who made it, and is deleted with either of the two', async () => {
        const [ada, bo] = [await account(newName()), await account(newName())]
        const { body } = await report(ada, { player: bo.id, reason: 'spam' })
        const data = await ada.get<OwnData>('/v1/players/me/data')
        expect(data.body.reports).toMatchObject([{ id: body.report, player: { id: bo.id } }])
        await bo.send({ method: 'DELETE', url: '/v1/players/me', payload: { password: PASSWORD } })
        expect(codeOf(await may.get(`${REPORTS}/${body.report}`))).toEqual([404, 'unknown-report'])
      })
    })

    describe('the routes of moderators', () => {
      it('are refused to everybody else, and to a moderator who was dismissed', async () => {
        const name = newName()
        const ada = await account(name)
        const refused = async (): Promise<unknown[]> =>
          Promise.all([
            ada.get(REPORTS),
            ada.get(`${REPORTS}/NoneNoneNoneNone`),
            ada.get(MEASURES),
            ada.get(`/v1/moderation/players/${may.id}`),
            ada.post(MEASURES, { type: 'end-match', match: 'NoneNoneNoneNone', why: 'no' }),
          ]).then((answers) => answers.map((answer) => codeOf(answer)))
        const no = Array.from({ length: 5 }, () => [403, 'moderator-needed'])
        expect(await refused()).toEqual(no)
        expect(await setModerator(database, nameKey(name), true, 'trusted')).toMatchObject({ type: 'appoint' })
        expect(await setModerator(database, nameKey(name), true, 'again')).toBeNull()
        expect((await ada.get<Standing>('/v1/players/me/standing')).body).toEqual({ name, moderator: true })
        for (const url of [REPORTS, MEASURES, `/v1/moderation/players/${may.id}`]) {
          const { statusCode, headers } = await ada.get(url)
          expect([statusCode, headers['cache-control']], url).toEqual([200, 'private, no-store'])
        }
        expect(codeOf(await take({ type: 'ban', player: ada.id }))).toEqual([400, 'bad-request'])
        await setModerator(database, nameKey(name), false, 'left')
        expect(await refused()).toEqual(no)
        await expect(setModerator(database, nameKey('Nobody at all'), true, '')).rejects.toMatchObject({
          code: 'unknown-player',
        })
        const { body } = await may.get<MeasuresPage>(`${MEASURES}?player=${ada.id}`)
        expect(body.measures.map(({ type, why, by }) => [type, why, by])).toEqual([
          ['dismiss', 'left', undefined],
          ['appoint', 'trusted', undefined],
        ])
      })

      it('have an audit log with every measure, by pages, that says who did what to whom, when and why', async () => {
        const {
          players: [ada, bo],
        } = await http.started()
        const {
          body: { report: id },
        } = await report(bo, { player: ada.id })
        const until = Date.now() + HOUR_MS
        const mute = await taken({ type: 'mute', player: ada.id, until, why: ' Insults ', report: id })
        expect(mute).toEqual({
          number: expect.any(Number) as number,
          at: expect.any(Number) as number,
          by: { id: may.id, name: may.name },
          type: 'mute',
          player: ada.id,
          report: id,
          why: 'Insults',
          until,
        })
        await taken({ type: 'unmute', player: ada.id })
        const url = `${MEASURES}?player=${ada.id}&limit=1`
        const first = (await may.get<MeasuresPage>(url)).body
        const rest = (await may.get<MeasuresPage>(`${url}&cursor=${first.next}`)).body
        expect([...first.measures, ...rest.measures].map(({ type }) => type)).toEqual(['unmute', 'mute'])
        expect(rest.next).toBeUndefined()
        for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
          expect(codeOf(await may.send({ method, url: MEASURES }))).toEqual([405, 'method-not-allowed'])
          expect(codeOf(await may.send({ method, url: `${MEASURES}/${mute.number}` }))).toEqual([404, 'unknown-route'])
        }
      })

      it('change nothing without exactly one entry of the audit log, whose moderator is the caller', async () => {
        const [ada, notice] = [await account(newName()), { text: 'The server restarts at 22:00' }]
        // In the order in which each one has something to change.
        const requests: Record<string, [type: string, body?: object]> = {
          'POST /v1/moderation/measures': ['ban', { type: 'ban', player: ada.id, why: 'spam' }],
          'POST /v1/moderation/resets': ['reset', { player: ada.id, why: 'lost the password' }],
          'POST /v1/moderation/notices': ['notice', notice],
          'DELETE /v1/moderation/notices': ['withdraw'],
          'PUT /v1/moderation/pause': ['pause', { paused: true, why: 'it restarts' }],
        }
        const changing = [...ALL_ROUTES].filter(([name, { tag }]) => tag === 'moderation' && !name.startsWith('GET '))
        expect(Object.keys(requests).toSorted()).toEqual(changing.map(([name]) => name).toSorted())
        const entries = () => database.use((db) => db.measure.findMany({ orderBy: { number: 'asc' } }))
        const send = async (name: string, payload?: object): Promise<unknown[]> => {
          const [method, url] = name.split(' ') as ['POST' | 'PUT' | 'DELETE', string]
          const before = (await entries()).length
          const { statusCode, body } = await may.send<unknown>({ method, url, ...(payload && { payload }) })
          expect(statusCode, JSON.stringify(body)).toBeLessThan(300)
          return (await entries()).slice(before).map(({ type, moderatorId, why }) => [type, moderatorId, why])
        }
        for (const [name, [type, body]] of Object.entries(requests)) {
          const why = body && 'why' in body ? body.why : notice.text
          expect(await send(name, body), name).toEqual([[type, may.id, why]])
        }
        // Nothing is told any longer: nothing is withdrawn.
        expect(await send('DELETE /v1/moderation/notices')).toEqual([])
        expect(await send('PUT /v1/moderation/pause', { paused: false, why: 'it is back' })).toEqual([
          ['resume', may.id, 'it is back'],
        ])
      })

      it('show of each node what it alone knows, as it was when the node was seen last', async () => {
        const figures = { players: 7, matches: 3, threads: 4, busyThreads: 2 }
        const other = new Nodes({ database, release: '1.2.4', figures: () => figures, log: quiet })
        await other.list()
        figures.busyThreads = 4
        const nodes = async () => (await may.get<Overview>('/v1/moderation/overview')).body.nodes
        const own = { release: '1.2.3', threads: 2, busyThreads: 1 }
        expect(await nodes()).toMatchObject([own, { release: '1.2.4', ...figures, busyThreads: 2 }])
        await other.list()
        expect(await nodes()).toMatchObject([own, { release: '1.2.4', ...figures }])
        await other.close()
        expect(await nodes()).toMatchObject([own])
      })

      it('need a reason, and a time that is not over', async () => {
        const {
          players: [ada],
        } = await http.started()
        const mute = { type: 'mute', player: ada.id, until: Date.now() + HOUR_MS }
        expect(codeOf(await take({ ...mute, why: ' ' }))).toEqual([400, 'bad-request'])
        expect(codeOf(await take({ ...mute, until: Date.now() - 1 }))).toEqual([400, 'bad-request'])
        expect(codeOf(await take({ type: 'ban', player: ada.id, until: 1 }))).toEqual([400, 'bad-request'])
        expect(codeOf(await take({ type: 'unban', player: ada.id }))).toEqual([400, 'bad-request'])
        expect((await may.get<MeasuresPage>(`${MEASURES}?player=${ada.id}`)).body.measures).toEqual([])
      })
    })

    describe('a reset link', () => {
      const RESETS = '/v1/moderation/resets'
      const linkFor = (player: string) => may.post<ResetLink>(RESETS, { player, why: 'lost the password' })
      const tokenIn = ({ link }: ResetLink): string => link.slice(link.indexOf('#') + 1)
      const use = (token: string, password = 'another password altogether') =>
        http.nobody.post<{ token: string; recoveryCodes: string[] }>('/v1/sessions/reset', { token, password })

      it('lets the player in with another password, once, and is in the audit log without its secret', async () => {
        const ada = await account(newName())
        const { statusCode, headers, body } = await linkFor(ada.id)
        expect([statusCode, headers['cache-control']]).toEqual([201, 'private, no-store'])
        expect(body.link).toMatch(/^http:\/\/localhost(?::\d+)?\/reset#[\w-]{43}$/)
        expect(Math.abs(body.expiresAt - Date.now() - RESET_MS)).toBeLessThan(HOUR_MS)
        const { measures } = (await may.get<MeasuresPage>(`${MEASURES}?player=${ada.id}`)).body
        expect(measures).toMatchObject([{ type: 'reset', by: { id: may.id }, why: 'lost the password' }])
        const stored = await database.use(async (db) => [await db.measure.findMany(), await db.reset.findMany()])
        expect(JSON.stringify(stored)).not.toContain(tokenIn(body))
        expect(JSON.stringify(http.logged())).not.toContain(tokenIn(body))
        const back = await use(tokenIn(body))
        expect(back).toMatchObject({ statusCode: 201, body: { player: { id: ada.id } } })
        expect(back.body.recoveryCodes).toHaveLength(10)
        expect(codeOf(await ada.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
        expect(codeOf(await use(tokenIn(body)))).toEqual([401, 'reset-invalid'])
      })

      it('is made by moderators, for accounts of people who are none', async () => {
        const name = newName()
        const [ada, other] = [await account(name), await account(newName())]
        await setModerator(database, nameKey(other.name), true, 'a second one')
        const ask = { player: ada.id, why: 'lost' }
        expect(codeOf(await ada.post(RESETS, ask))).toEqual([403, 'moderator-needed'])
        expect(codeOf(await http.nobody.post(RESETS, ask))).toEqual([401, 'token-missing'])
        expect(codeOf(await linkFor(other.id))).toEqual([400, 'bad-request'])
        expect(codeOf(await linkFor(may.id))).toEqual([400, 'bad-request'])
        expect(codeOf(await linkFor((await http.guest('Gus')).id))).toEqual([404, 'unknown-player'])
        const bot = await ada.post<{ player: { id: string } }>('/v1/players/me/bots', { name: newName() })
        expect(codeOf(await linkFor(bot.body.player.id))).toEqual([400, 'bad-request'])
        expect(codeOf(await may.post(RESETS, { ...ask, why: ' ' }))).toEqual([400, 'bad-request'])
        expect(codeOf(await may.post(RESETS, { ...ask, report: 'NoneNoneNoneNone' }))).toEqual([404, 'unknown-report'])
        const { measures } = (await may.get<MeasuresPage>(`${MEASURES}?player=${ada.id}`)).body
        expect(measures).toEqual([])
      })

      it('ends when its player becomes a moderator', async () => {
        const ada = await account(newName())
        const { body } = await linkFor(ada.id)
        await setModerator(database, nameKey(ada.name), true, 'trusted')
        expect(codeOf(await use(tokenIn(body)))).toEqual([401, 'reset-invalid'])
        await setModerator(database, nameKey(ada.name), false, 'left')
        expect(codeOf(await use(tokenIn(body)))).toEqual([401, 'reset-invalid'])
      })
    })

    describe('a mute', () => {
      it('keeps the player from talking and challenging, here and on other nodes, until it ends', async () => {
        const {
          match,
          players: [ada, bo],
        } = await http.started()
        const other = await openHttp({}, database)
        try {
          const until = Date.now() + HOUR_MS
          await taken({ type: 'mute', player: ada.id, until, why: 'Insults' })
          const refused = await say(ada, match)
          expect(codeOf(refused)).toEqual([403, 'muted'])
          expect(refused.body).toMatchObject({ error: { details: { until } } })
          const challenge = { to: { player: bo.id } }
          expect(codeOf(await ada.post('/v1/challenges', challenge))).toEqual([403, 'muted'])
          const standing = (await ada.get<Standing>('/v1/players/me/standing')).body
          expect(standing).toEqual({ moderator: false, mute: { until, why: 'Insults' } })
          await other.parts.sessions.sanctions.poll()
          expect(() => other.parts.sessions.sanctions.requireTalk(ada.id)).toThrow()
          expect((await say(bo, match)).statusCode).toBe(201)
          await taken({ type: 'unmute', player: ada.id })
          expect((await say(ada, match)).statusCode).toBe(201)
          await other.parts.sessions.sanctions.poll()
          other.parts.sessions.sanctions.requireTalk(ada.id)
        } finally {
          await other.close()
        }
      })
    })

    describe('the bots of a player', () => {
      const botOf = async (owner: Caller): Promise<Caller> => {
        type Issued = { player: PlayerRef; token: string }
        const { body } = await owner.post<Issued>('/v1/players/me/bots', { name: newName() })
        return new Caller(http.app, body.player, body.token)
      }
      /** A match of a bot, in which it can talk. */
      const matchOf = async (bot: Caller): Promise<string> =>
        (await bot.post<ViewAnswer>('/v1/matches', {})).body.snapshot.match

      it('are shown with their owner to moderators, in a report and alone; other players have no owner', async () => {
        const owner = await account(newName())
        const bot = await botOf(owner)
        const { body } = await report(owner, { player: bot.id, reason: 'spam' })
        const { body: context } = await may.get<ReportContext>(`${REPORTS}/${body.report}`)
        expect(context.player.owner).toEqual({ id: owner.id, name: owner.name })
        const player = async (id: string) => (await may.get<ModeratedPlayer>(`/v1/moderation/players/${id}`)).body
        expect((await player(bot.id)).owner).toEqual({ id: owner.id, name: owner.name })
        expect(await player(owner.id)).not.toHaveProperty('owner')
      })

      it('are muted with their owner, on all nodes, also those that are created later, until that ends', async () => {
        const owner = await account(newName())
        const stranger = await botOf(await account(newName()))
        const other = await openHttp({}, database)
        try {
          const bots = [await botOf(owner)]
          const until = Date.now() + HOUR_MS
          await taken({ type: 'mute', player: owner.id, until, why: 'Insults' })
          bots.push(await botOf(owner))
          for (const bot of bots) {
            const refused = await say(bot, await matchOf(bot))
            expect(codeOf(refused)).toEqual([403, 'muted'])
            expect(refused.body).toMatchObject({ error: { details: { until } } })
            const challenge = { to: { player: owner.id } }
            expect(codeOf(await bot.post('/v1/challenges', challenge))).toEqual([403, 'muted'])
            expect((await bot.get<Standing>('/v1/players/me/standing')).body.mute).toEqual({ until, why: 'Insults' })
          }
          expect((await say(stranger, await matchOf(stranger))).statusCode).toBe(201)
          await other.parts.sessions.sanctions.poll()
          for (const bot of bots) expect(() => other.parts.sessions.sanctions.requireTalk(bot.id)).toThrow()
          await taken({ type: 'unmute', player: owner.id })
          bots.push(await botOf(owner))
          for (const bot of bots) expect((await say(bot, await matchOf(bot))).statusCode).toBe(201)
        } finally {
          await other.close()
        }
      })

      it('stay muted if they were muted alone, and are not unmuted without their owner', async () => {
        const owner = await account(newName())
        const [alone, both] = [await botOf(owner), await botOf(owner)]
        const until = Date.now() + HOUR_MS
        await taken({ type: 'mute', player: alone.id, until })
        await taken({ type: 'mute', player: owner.id, until: until + HOUR_MS })
        expect((await alone.get<Standing>('/v1/players/me/standing')).body.mute!.until).toBe(until + HOUR_MS)
        const refused = await take({ type: 'unmute', player: both.id })
        expect(codeOf(refused)).toEqual([400, 'bad-request'])
        expect(refused.body).toMatchObject({ error: { message: expect.stringContaining('owner') as string } })
        await taken({ type: 'unmute', player: owner.id })
        expect((await alone.get<Standing>('/v1/players/me/standing')).body.mute!.until).toBe(until)
        expect(codeOf(await say(alone, await matchOf(alone)))).toEqual([403, 'muted'])
        expect((await say(both, await matchOf(both))).statusCode).toBe(201)
        await taken({ type: 'unmute', player: alone.id })
        expect((await say(alone, await matchOf(alone))).statusCode).toBe(201)
      })
    })

    describe('pairs whose rated games may be arranged', () => {
      beforeEach(async () => {
        await http.close()
        http = await openHttp({ archive: openArchive(database) }, database)
        may = new Caller(http.app, { id: may.id, name: may.name }, may.token)
      })
      const pairsOf = async (player: Caller, query: object = {}): Promise<PairsAnswer['pairs']> => {
        const search = new URLSearchParams({ player: player.id, ...query })
        const { statusCode, body } = await may.get<PairsAnswer>(`${PAIRS}?${search.toString()}`)
        expect(statusCode, JSON.stringify(body)).toBe(200)
        return body.pairs
      }
      /** Someone who logs in from an address of their own. */
      const at = async (address: string, label = 'Phone'): Promise<Caller> => {
        const name = newName()
        const { token } = await http.guest(name)
        const identity = await http.parts.sessions.authenticate(token)
        await http.parts.accounts.claim(identity, { name, password: PASSWORD }, { address, label })
        return new Caller(http.app, identity.player, token)
      }
      /** Rated games of two players, which the first one wins; so many of them the second one resigns at once. */
      const play = async (winner: Caller, loser: Caller, games: number, resigned = 0, ago = 0): Promise<void> => {
        const players = [winner, loser].map(({ id, name }) => ({ id, name })) as [PlayerRef, PlayerRef]
        const archive = openArchive(database)
        const played = Array.from({ length: games }, (_, n) => {
          const how =
            n < resigned ? { by: 'resignation' as const, versions: 14 } : { by: 'science' as const, versions: 60 }
          const outcome = { winner: 0 as const, by: how.by }
          return {
            ...someGame({ rated: true, players, outcome, endedAt: Date.now() - ago - n }),
            versions: how.versions,
          }
        })
        await archive.storeAll(played)
      }

      it('are those that play mostly each other, or whose games are resigned early, or that share an address', async () => {
        const [ada, bo] = [await at('198.51.100.1'), await at('198.51.100.2')]
        await play(ada, bo, 6, 3)
        const sides = [ada, bo]
          .map(({ id, name }) => ({ player: { id, name }, won: id === ada.id ? 6 : 0, all: 6 }))
          .sort((a, b) => (a.player.id < b.player.id ? -1 : 1))
        const counted = { sides, games: 6, resignedEarly: 3 }
        expect(await pairsOf(ada)).toEqual([{ ...counted, signs: ['each-other', 'resigned-early'] }])
        expect(await pairsOf(bo)).toEqual(await pairsOf(ada))
        await http.parts.accounts.logIn({ name: bo.name, password: PASSWORD }, { address: '198.51.100.1', label: 'TV' })
        expect((await pairsOf(ada))[0]!.signs).toEqual(['each-other', 'same-address', 'resigned-early'])
        await http.parts.accounts.logIn(
          { name: bo.name, password: PASSWORD },
          { address: '198.51.100.1', label: 'Phone' },
        )
        expect((await pairsOf(ada))[0]!.signs).toEqual(['each-other', 'same-address', 'same-device', 'resigned-early'])
      })

      it('are not those that play others as often, without other signs, or that have met four times', async () => {
        const [ada, bo, cy, di] = [await at('198.51.100.3'), await at('198.51.100.4'), await at('x'), await at('y')]
        await play(ada, bo, 5, 1)
        await play(ada, cy, 4)
        await play(bo, di, 4)
        expect(await pairsOf(ada)).toMatchObject([{ games: 5, sides: [{ all: 9 }, { all: 9 }] }])
        await play(ada, cy, 1)
        await play(bo, di, 1)
        const [pair, ...more] = await pairsOf(ada)
        expect([pair!.sides.map(({ player }) => player.id).sort(), more]).toEqual([[ada.id, cy.id].sort(), []])
      })

      it('are counted over so many days, and shown to moderators alone', async () => {
        const [ada, bo] = [await at('198.51.100.5'), await at('198.51.100.6')]
        await play(ada, bo, 5, 0, 40 * 24 * HOUR_MS)
        expect(await pairsOf(ada)).toEqual([])
        expect(await pairsOf(ada, { days: '50' })).toMatchObject([{ games: 5, signs: ['each-other'] }])
        expect(codeOf(await ada.get(PAIRS))).toEqual([403, 'moderator-needed'])
        expect(codeOf(await may.get(`${PAIRS}?days=91`))).toEqual([400, 'bad-request'])
      })
    })

    describe('a ban', () => {
      const outcomeOf = async (id: string) => (await may.get<ViewAnswer>(`/v1/matches/${id}`)).body.snapshot.outcome

      it('ends the sessions of an account, and refuses its requests and log-ins until it ends', async () => {
        const name = newName()
        const ada = await account(name)
        const until = Date.now() + HOUR_MS
        await taken({ type: 'ban', player: ada.id, until })
        const refused = await ada.get('/v1/players/me')
        expect(codeOf(refused)).toEqual([403, 'banned'])
        expect(refused.body).toMatchObject({ error: { details: { until } } })
        const logIn = () => http.nobody.post<{ token: string }>('/v1/sessions', { name, password: PASSWORD })
        expect(codeOf(await logIn())).toEqual([403, 'banned'])
        await taken({ type: 'unban', player: ada.id })
        expect(codeOf(await ada.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
        expect((await logIn()).statusCode).toBe(201)
      })

      it('for good has no end, and a node that starts later knows of it', async () => {
        const {
          players: [ada],
        } = await http.started()
        await taken({ type: 'ban', player: ada.id, why: 'Threats' })
        const refused = await ada.get('/v1/players/me')
        expect(codeOf(refused)).toEqual([403, 'banned'])
        expect(refused.body).not.toHaveProperty('error.details')
        const { body } = await may.get<ModeratedPlayer>(`/v1/moderation/players/${ada.id}`)
        expect(body).toMatchObject({ standing: { ban: { why: 'Threats' } }, measures: [{ type: 'ban' }] })
        const other = await openHttp({}, database)
        try {
          expect(codeOf(await new Caller(other.app, ada, ada.token).get('/v1/players/me'))).toEqual([403, 'banned'])
        } finally {
          await other.close()
        }
        await taken({ type: 'unban', player: ada.id })
        expect((await ada.get('/v1/players/me')).statusCode).toBe(200)
      })

      it('gives up the matches of the player, cancels those that wait, and closes their challenges', async () => {
        const {
          match,
          players: [ada],
        } = await http.started()
        const waiting = (await ada.post<ViewAnswer>('/v1/matches', {})).body.snapshot.match
        const eve = await account(newName())
        expect((await ada.post('/v1/challenges', { to: { player: eve.id } })).statusCode).toBe(201)
        await ada.post('/v1/queue', { clock: 'blitz', rated: false })
        await taken({ type: 'ban', player: ada.id })
        await expect.poll(() => outcomeOf(match)).toEqual({ by: 'resignation', winner: 1 })
        await expect.poll(() => outcomeOf(waiting)).toEqual({ by: 'aborted' })
        await expect.poll(async () => (await eve.get<ChallengesAnswer>('/v1/challenges')).body.received).toEqual([])
        await expect.poll(() => http.lobby.queue.status(ada.id)).toEqual({ status: 'idle' })
      })

      it('ends what begins for the player meanwhile, but does not cancel a match with another player', async () => {
        const [{ id, name }, bo] = [await account(newName()), await http.guest('Bo')]
        const begin = () => http.matches.play.create({ id, name }, creation({}))
        const before = await begin()
        // The other player has no seat in it yet.
        const terms = { clock: 'none', rated: false, visibility: 'public' } as const
        const game = { kind: 'base', options: DEFAULT_GAME_OPTIONS, terms, origin: 'rematch' } as const
        const next = newHeader({ host: { id, name }, ...game })
        await http.store.create(next)
        await taken({ type: 'ban', player: id })
        await expect.poll(() => outcomeOf(before)).toEqual({ by: 'aborted' })

        await http.matches.play.open(next, { id: bo.id, name: bo.name })
        const meanwhile = await begin()
        await expect.poll(() => outcomeOf(meanwhile)).toEqual({ by: 'aborted' })
        await expect.poll(() => outcomeOf(next.id)).toMatchObject({ by: 'resignation' })
      })

      it('gives up all that is left of a series', async () => {
        const [ada, bo] = [await account(newName()), await http.guest('Bo')]
        const created = await ada.post<ViewAnswer>('/v1/matches', { seat: 0, series: { best: 5 } })
        await bo.post('/v1/matches/join', { code: created.body.snapshot.code })
        const id = created.body.snapshot.match
        await bo.post(`/v1/matches/${id}/resign`, { actionId: newActionId() })
        await taken({ type: 'ban', player: ada.id })
        const series = async () => (await bo.get<SeriesAnswer>(`/v1/series/${id}`)).body
        const points = [{ points: 2 }, { points: 6 }]
        await expect.poll(series).toMatchObject({ status: 'ended', winner: bo.id, players: points })
      })
    })

    describe('a new name', () => {
      it('replaces the name of an account, in tokens, profiles and lists of games', async () => {
        const archive = openArchive(database)
        const [before, after] = [newName(), newName()]
        const ada = await account(before)
        const bo = await http.guest('Bo')
        const created = await ada.post<ViewAnswer>('/v1/matches', { seat: 0 })
        await bo.post('/v1/matches/join', { code: created.body.snapshot.code })
        const { match } = created.body.snapshot
        await ada.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
        await archive.store(finishedGame((await http.store.load(match))!))

        const measure = await taken({ type: 'rename', player: ada.id, name: after })
        expect(measure.names).toEqual({ before, after })
        expect((await ada.get('/v1/players/me')).body).toMatchObject({ player: { id: ada.id, name: after } })
        const renewed = await ada.post<{ player: unknown }>('/v1/players/me/token')
        expect(renewed.body.player).toEqual({ id: ada.id, name: after })
        expect(await archive.player(ada.id)).toMatchObject({ name: after })
        expect((await archive.list({ player: ada.id, limit: 5 })).games[0]!.players[0].name).toBe(after)
        expect((await ada.get<Standing>('/v1/players/me/standing')).body.name).toBe(after)
        const logIn = await http.nobody.post('/v1/sessions', { name: after, password: PASSWORD })
        expect(logIn.statusCode).toBe(201)
        expect(codeOf(await take({ type: 'rename', player: ada.id, name: may.name }))).toEqual([409, 'name-taken'])
        expect(codeOf(await take({ type: 'rename', player: ada.id, name: '' }))).toEqual([400, 'name-invalid'])
      })

      it('stays, although a game under the name before is stored later', async () => {
        const archive = openArchive(database)
        const [before, after] = [newName(), newName()]
        const ada = await account(before)
        const created = await ada.post<ViewAnswer>('/v1/matches', { seat: 0 })
        const bo = await http.guest('Bo')
        await bo.post('/v1/matches/join', { code: created.body.snapshot.code })
        await taken({ type: 'rename', player: ada.id, name: after })
        const { match } = created.body.snapshot
        await ada.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
        await archive.store(finishedGame((await http.store.load(match))!))
        expect(await archive.player(ada.id)).toMatchObject({ name: after })
        expect((await archive.list({ player: ada.id, limit: 5 })).games[0]!.players[0].name).toBe(after)
      })

      it('of a bot lasts as long as the token of the bot, which has the name before', async () => {
        const owner = await account(newName())
        const { body: bot } = await owner.post<{ player: PlayerRef; expiresAt: number }>('/v1/players/me/bots', {
          name: newName(),
        })
        const after = newName()
        await taken({ type: 'rename', player: bot.player.id, name: after })
        const { sanctions } = http.parts.sessions
        const [given] = await sanctions.of(bot.player.id)
        expect(given!.until!.getTime()).toBeGreaterThanOrEqual(bot.expiresAt)
        expect(sanctions.named(bot.player)).toEqual({ ...bot.player, name: after })
      })

      it('says nothing by default', async () => {
        const ada = await account(newName())
        const { names: given } = await taken({ type: 'rename', player: ada.id })
        expect(given!.after).toMatch(/^Player \d{6}$/)
        expect(codeOf(await take({ type: 'rename', player: 'NobodyNobodyNobo' }))).toEqual([404, 'unknown-player'])
      })
    })

    describe('the end of a match', () => {
      it('counts as if the match had not been played, and happens once', async () => {
        const {
          match,
          players: [ada],
        } = await http.started()
        await taken({ type: 'end-match', match, why: 'Arranged' })
        const { body } = await ada.get<ViewAnswer>(`/v1/matches/${match}?after=0`)
        expect(body.snapshot).toMatchObject({ status: 'ended', outcome: { by: 'aborted' } })
        expect(body.missed!.at(-1)!.events).toEqual([{ type: 'annulled' }])
        expect(codeOf(await take({ type: 'end-match', match }))).toEqual([409, 'match-over'])
        expect(codeOf(await take({ type: 'end-match', match: 'NoneNoneNoneNone' }))).toEqual([404, 'unknown-match'])
        const { body: log } = await may.get<MeasuresPage>(MEASURES)
        expect(log.measures.filter((each) => each.type === 'end-match' && each.match === match)).toHaveLength(1)
      })
    })
  })
}
