import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import type { Game, PositionAnswer, Replay, ViewAnswer } from '../../src/protocol/index.ts'
import { CodedError, publicRecordSchema } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldable, foldRecord, hashSeed, momentOf, snapshot, verifyRecord } from '../../src/record/index.ts'
import { explain } from '../../src/rules/index.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
let match: string
let players: [Caller, Caller]
beforeEach(async () => {
  http = await openHttp()
  ;({ match, players } = await http.started({ wonders: 'draft' }))
})
afterEach(() => http.close())

const replay = async (caller: Caller) => (await caller.get<Replay>(`/v1/games/${match}/replay`)).body
const position = (caller: Caller, version: number, viewer?: 0 | 1 | 'spectator') =>
  caller.get<PositionAnswer>(
    `/v1/games/${match}/positions/${version}${viewer === undefined ? '' : `?viewer=${viewer}`}`,
  )
/** From now on the live matches do not have the match, or do not answer. */
const notLive = (code: 'unknown-match' | 'other-rules' | 'unavailable'): void => {
  for (const method of ['ended', 'replay', 'position'] as const) {
    vi.spyOn(http.matches.views, method).mockRejectedValue(new CodedError(code))
  }
}
/** Moves the match into the history, and removes it from the live store. */
const archive = async (record: MatchRecord): Promise<void> => {
  await http.archive.store(finishedGame(record))
  notLive('unknown-match')
}

describe('while a match is live', () => {
  it('the replay has only what the caller could see', async () => {
    await http.play(match, players, 12)
    const seen = await replay(players[0])
    if (seen.complete) throw new Error('the replay is whole')
    expect(seen.first).toEqual((await position(players[0], 1)).body.snapshot)
    expect(seen.steps.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    const { seed } = (await http.store.load(match))!.header
    for (const caller of [...players, http.nobody]) {
      const answer = await caller.get(`/v1/games/${match}/replay`)
      expect(JSON.stringify(answer.body)).not.toContain(seed)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it('a position is shown only as the caller sees it', async () => {
    await http.play(match, players, 3)
    expect((await position(players[1], 2)).body).toMatchObject({ version: 2, snapshot: { you: 1 } })
    expect((await position(players[1], 2, 1)).body).toMatchObject({ version: 2, snapshot: { you: 1 } })
    expect((await position(http.nobody, 2, 'spectator')).body).toMatchObject({
      version: 2,
      snapshot: { you: 'spectator' },
    })
    expect(codeOf(await position(players[1], 2, 0))).toEqual([403, 'not-your-match'])
    expect(codeOf(await position(http.nobody, 2, 0))).toEqual([403, 'not-your-match'])
    expect(codeOf(await position(players[0], 99))).toEqual([404, 'unknown-version'])
    for (const viewer of [undefined, 1, 'spectator'] as const) {
      const { headers } = await position(viewer === 'spectator' ? http.nobody : players[1], 2, viewer)
      expect(headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('there is no finished game', async () => {
    expect(codeOf(await http.nobody.get(`/v1/games/${match}`))).toEqual([404, 'unknown-game'])
    const hidden = await players[0].post<ViewAnswer>('/v1/matches', { visibility: 'private' })
    const address = `/v1/games/${hidden.body.snapshot.match}`
    expect(codeOf(await http.nobody.get(address))).toEqual([403, 'code-needed'])
  })
})

describe.each(['right after its end', 'once it is in the history'] as const)('a game, %s,', (when) => {
  let record: MatchRecord
  let last: ViewAnswer
  beforeEach(async () => {
    last = await http.play(match, players)
    record = (await http.store.load(match))!
    if (when === 'once it is in the history') await archive(record)
  })

  it('can be read by everybody, with the scores that the players saw', async () => {
    const { body, headers } = await http.nobody.get<Game>(`/v1/games/${match}`)
    expect(body).toMatchObject({
      id: match,
      outcome: last.snapshot.outcome,
      scores: last.snapshot.scores,
      versions: last.version,
    })
    expect(body.players).toEqual({ 0: { id: players[0].id, name: 'Ada' }, 1: { id: players[1].id, name: 'Bo' } })
    expect(hashSeed(body.seed)).toBe(last.snapshot.seedHash)
    expect(headers['cache-control']).toBe('public, no-cache')
    const again = await http.nobody.get(`/v1/games/${match}`, { 'if-none-match': headers.etag as string })
    expect(again.statusCode).toBe(304)
    await archive(record)
    expect((await http.nobody.get(`/v1/games/${match}`)).body).toEqual(body)
  })

  it('is replayed whole for everybody: every event, and the log that gives the last position', async () => {
    const whole = await replay(http.nobody)
    if (!whole.complete) throw new Error('the replay is not whole')
    const { logHash } = last.snapshot
    expect(whole.record).toEqual({ ...publicRecordSchema.parse(record), logHash })
    expect(whole.record.header).not.toHaveProperty('code')
    expect(whole.record.entries.some((entry) => 'actionId' in entry)).toBe(false)
    expect(whole.steps.map(({ version }) => version)).toEqual(record.entries.map(({ version }) => version))
    expect(await replay(players[0])).toEqual(whole)
    const folded = foldRecord(foldable(whole.record))
    expect(snapshot(folded, 0)).toEqual(last.snapshot)
    expect(verifyRecord(whole.record, whole).every(({ ok }) => ok)).toBe(true)
  })

  it('shows every position as any viewer saw it', async () => {
    for (const viewer of [0, 1, 'spectator'] as const) {
      for (const version of [0, 1, 7, record.entries.length]) {
        const { body } = await position(http.nobody, version, viewer)
        expect(body).toEqual({
          version,
          snapshot: snapshot(foldRecord(record, version), viewer, true),
          ...(version > 0 && { ledger: explain(foldRecord(record, version).state!, viewer).ledger }),
          now: momentOf(record, version),
        })
      }
    }
    expect((await position(players[1], 3)).body.snapshot.you).toBe(1)
    expect((await position(http.nobody, 3)).body.snapshot.you).toBe('spectator')
    expect(codeOf(await position(http.nobody, record.entries.length + 1))).toEqual([404, 'unknown-version'])
  })

  it('has an entity tag that changes with the names of its players', async () => {
    const paths = ['', '/replay', '/positions/3?viewer=spectator']
    const tag = async (path: string) => (await http.nobody.get(`/v1/games/${match}${path}`)).headers.etag as string
    const tags = () => Promise.all(paths.map(tag))
    const before = await tags()
    for (const [n, path] of paths.entries()) {
      expect((await http.nobody.get(`/v1/games/${match}${path}`, { 'if-none-match': before[n]! })).statusCode).toBe(304)
    }
    const renamed = structuredClone(record)
    renamed.header.host.player.name = 'Livia'
    await archive(renamed)
    for (const [n, tag] of (await tags()).entries()) expect(tag).not.toBe(before[n])
  })

  it('may be kept by shared caches only where the answer depends on the address alone', async () => {
    for (const caller of [http.nobody, ...players]) {
      const own = (await position(caller, 3)).headers
      expect([own['cache-control'], own.vary]).toEqual(['private, no-cache', expect.stringContaining('authorization')])
      expect((await position(caller, 3, 1)).headers['cache-control']).toBe('public, no-cache')
    }
  })

  it('is read and folded once for all who ask, and not at all for who has the answer', async () => {
    const read = vi.spyOn(http.archive, 'record')
    const paths = ['/replay', '/positions/3?viewer=spectator', '/positions/3?viewer=0']
    for (const path of paths) {
      read.mockClear()
      const ask = () => http.nobody.get(`/v1/games/${match}${path}`)
      const [first, ...others] = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
      for (const { body, headers } of others) {
        expect(body).toEqual(first.body)
        expect(headers.etag).toBe(first.headers.etag)
      }
      expect(read).toHaveBeenCalledTimes(when === 'once it is in the history' ? 1 : 0)
      read.mockClear()
      const known = await http.nobody.get(`/v1/games/${match}${path}`, {
        'if-none-match': first.headers.etag as string,
      })
      expect([known.statusCode, known.body]).toEqual([304, undefined])
      expect(read).not.toHaveBeenCalled()
    }
  })

  it('has other tags for other versions and other viewers', async () => {
    const addresses = [
      'replay',
      ...[2, 3].flatMap((n) => [0, 1, 'spectator'].map((who) => `positions/${n}?viewer=${who}`)),
    ]
    const tags = await Promise.all(
      addresses.map(async (path) => (await http.nobody.get(`/v1/games/${match}/${path}`)).headers.etag),
    )
    expect(new Set(tags).size).toBe(addresses.length)
    for (const tag of tags) expect(tag).toMatch(/^"[\w.-]+"$/)
  })
})

describe('a game of a private match', () => {
  it('is in no shared cache: whoever has its address may read it, and nobody else knows it', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const { body } = await ada.post<ViewAnswer>('/v1/matches', {
      visibility: 'private',
      options: { wonders: 'first-game' },
    })
    match = body.snapshot.match
    await bo.post('/v1/matches/join', { code: body.snapshot.code })
    await ada.post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
    for (const isStored of [false, true]) {
      if (isStored) await archive((await http.store.load(match))!)
      for (const path of ['', '/replay', '/positions/1', '/positions/1?viewer=0', '/positions/1?viewer=spectator']) {
        for (const caller of [http.nobody, ada, await http.guest('Cy')]) {
          const { statusCode, headers } = await caller.get(`/v1/games/${match}${path}`)
          expect([path, statusCode, headers['cache-control'], headers.vary]).toEqual([
            path,
            200,
            'private, no-cache',
            expect.stringContaining('authorization'),
          ])
        }
      }
    }
  })
})

it('a stored game that was dealt by other rules keeps its result, and is not played again by these rules', async () => {
  const last = await http.play(match, players)
  const record = (await http.store.load(match)) as MatchRecord
  const game = finishedGame(record)
  await http.archive.store({ ...game, record: { ...record, header: { ...record.header, rules: '0' } } })
  notLive('other-rules')
  const { body } = await http.nobody.get<Game>(`/v1/games/${match}`)
  expect(body).toMatchObject({ rules: '0', outcome: last.snapshot.outcome, scores: last.snapshot.scores })
  for (const path of ['/replay', '/positions/2']) {
    const refused = await http.nobody.get(`/v1/games/${match}${path}`)
    expect(codeOf(refused)).toEqual([409, 'other-rules'])
    expect([refused.headers.etag, refused.headers['cache-control']]).toEqual([undefined, 'no-store'])
  }
})

it('an aborted match is no finished game', async () => {
  expect((await players[1].post(`/v1/matches/${match}/abort`, { actionId: 'abort-01', version: 1 })).statusCode).toBe(
    200,
  )
  for (const path of ['', '/replay'])
    expect(codeOf(await http.nobody.get(`/v1/games/${match}${path}`))).toEqual([404, 'unknown-game'])
})

describe('the chat of a game', () => {
  const say = async (): Promise<string[]> => {
    await players[0].post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
    const from = { id: players[0].id, name: 'Ada' }
    const record = (await http.store.load(match))!
    await http.archive.store(finishedGame(record, [{ number: 1, at: 5, from, seat: 0, text: 'well played' }]))
    return ['well played']
  }
  const chat = (caller: Caller) => caller.get<{ lines: { text: string }[] }>(`/v1/games/${match}/chat`)

  it('is shown to its players', async () => {
    const said = await say()
    for (const player of players) {
      const { body, headers } = await chat(player)
      expect(body.lines.map(({ text }) => text)).toEqual(said)
      expect(headers['cache-control']).toBe('private, no-store')
    }
  })

  it('is not shown to others', async () => {
    expect(codeOf(await chat(players[0]))).toEqual([404, 'unknown-game'])
    await say()
    expect(codeOf(await chat(http.nobody))).toEqual([401, 'token-missing'])
    expect(codeOf(await chat(await http.guest('Cy')))).toEqual([403, 'not-your-match'])
  })
})

it('a stored game can be read while the live store does not answer; for others the answer is unavailable', async () => {
  await http.play(match, players, 3)
  await players[0].post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
  await archive((await http.store.load(match))!)
  notLive('unavailable')
  for (const path of ['', '/replay', '/positions/2']) {
    expect((await http.nobody.get(`/v1/games/${match}${path}`)).statusCode).toBe(200)
    expect(codeOf(await http.nobody.get(`/v1/games/AAAAAAAAAAAAAAAA${path}`))).toEqual([503, 'unavailable'])
  }
})

describe('games', () => {
  it('are listed by the filters of the query', async () => {
    await http.nobody.get('/v1/games')
    await http.nobody.get(
      '/v1/games?kind=base&by=military&player=AAAAAAAAAAAAAAAA&after=2024-01-01T00:00:00Z&limit=100&cursor=abc',
    )
    expect(http.archive.queries).toEqual([
      { limit: 20 },
      {
        kind: 'base',
        by: 'military',
        player: 'AAAAAAAAAAAAAAAA',
        after: '2024-01-01T00:00:00Z',
        limit: 100,
        cursor: 'abc',
      },
    ])
  })

  it('are listed by kind, clock and rated', async () => {
    await http.nobody.get('/v1/games?rated=true&clock=correspondence-3')
    expect(http.archive.queries).toEqual([{ limit: 20, rated: true, clock: 'correspondence-3' }])
  })

  it('are not listed by unknown filters', async () => {
    const filters = [
      'by=luck',
      'by=aborted',
      'rated=maybe',
      'clock=bullet',
      'kind=chess',
      'agora=true',
      'after=yesterday',
      'player=x',
    ]
    for (const query of [...filters, 'limit=0', 'limit=101', 'limit=x', 'colour=red']) {
      expect(codeOf(await http.nobody.get(`/v1/games?${query}`))).toEqual([400, 'bad-request'])
    }
  })

  it('with an unknown id are not found', async () => {
    const nowhere = '/v1/games/AAAAAAAAAAAAAAAA'
    for (const path of ['', '/replay', '/positions/0']) {
      expect(codeOf(await http.nobody.get(nowhere + path))).toEqual([404, 'unknown-game'])
    }
    expect(codeOf(await http.nobody.get('/v1/games/x'))).toEqual([400, 'bad-request'])
    expect(codeOf(await http.nobody.get(`${nowhere}/positions/-1`))).toEqual([400, 'bad-request'])
  })
})

describe('the catalogue', () => {
  it('has everything that a view can name, for each kind of game', async () => {
    interface Catalogue {
      buildings: { id: string; cost: object }[]
      wonders: { id: string }[]
      layouts: Record<'1' | '2' | '3', { row: number; column: number; coveredBy: number[] }[]>
      senators: object[]
    }
    const { body: base, headers } = await http.nobody.get<Catalogue>('/v1/catalogue')
    expect([base.buildings.length, base.wonders.length, base.senators.length]).toEqual([73, 12, 0])
    expect(base.layouts[1]).toHaveLength(20)
    expect(base.layouts[1][0]).toEqual({ row: 0, column: 5, dealtFaceUp: true, coveredBy: [2, 3] })
    const agora = (await http.nobody.get<Catalogue>('/v1/catalogue?kind=agora')).body
    expect(agora.senators.length).toBeGreaterThan(0)
    expect(agora.layouts[1].length).toBeGreaterThan(20)

    const { snapshot } = (await players[0].get<ViewAnswer>(`/v1/matches/${match}`)).body
    for (const wonder of Object.keys(snapshot.board!.draft!)) expect(base.wonders.map(({ id }) => id)).toContain(wonder)
    expect((await http.nobody.get('/v1/catalogue', { 'if-none-match': headers.etag as string })).statusCode).toBe(304)
    expect(
      (await http.nobody.get('/v1/catalogue?kind=agora', { 'if-none-match': headers.etag as string })).statusCode,
    ).toBe(200)
  })
})
