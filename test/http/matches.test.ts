import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RevocationListener } from '../../src/players/index.ts'
import type { CommitAnswer, ViewAnswer } from '../../src/protocol/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { atLast } from '../support/at-last.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { legalOf } from '../support/match.ts'

const NOWHERE = '/v1/matches/AAAAAAAAAAAAAAAA'
let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

const view = async (caller: Caller, match: string): Promise<ViewAnswer> =>
  (await caller.get<ViewAnswer>(`/v1/matches/${match}`)).body

describe('creating and joining', () => {
  it('the host gets an invitation code, and the second player joins by it', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const created = await ada.post<ViewAnswer>('/v1/matches', { seat: 1 })
    expect(created.statusCode).toBe(201)
    const { match, code } = created.body.snapshot
    expect(created.headers.location).toBe(`/v1/matches/${match}`)
    expect(created.body).toMatchObject({
      version: 0,
      snapshot: { you: 1, status: 'waiting', players: { 1: { id: ada.id, name: 'Ada' } } },
    })

    const joined = await bo.post<ViewAnswer>('/v1/matches/join', { code })
    expect(joined.body).toMatchObject({
      version: 1,
      snapshot: { you: 0, status: 'playing', options: { wonders: 'draft' } },
    })
    expect(joined.body.snapshot.code).toBeUndefined()
  })

  it('again with the same `actionId` is answered with the same match, as it is now', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const body = { seat: 'random', actionId: 'kLq3Zr8Wc0uTnB5x' }
    const created = await ada.post<ViewAnswer>('/v1/matches', body)
    const { match, code, you } = created.body.snapshot
    await bo.post<ViewAnswer>('/v1/matches/join', { code })
    const again = await ada.post<ViewAnswer>('/v1/matches', body)
    expect(again.statusCode).toBe(201)
    expect(again.headers.location).toBe(created.headers.location)
    expect(again.body).toMatchObject({ version: 1, snapshot: { match, you } })
    expect((await bo.post<ViewAnswer>('/v1/matches', body)).body.snapshot.match).not.toBe(match)
    expect(codeOf(await ada.post('/v1/matches', { actionId: 'a b' }))).toEqual([400, 'bad-request'])
  })

  it('the second player joins by the id as well', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const { match } = (await ada.post<ViewAnswer>('/v1/matches', {})).body.snapshot
    expect((await bo.post('/v1/matches/join', { match })).statusCode).toBe(200)
  })

  it('is refused where it is not allowed', async () => {
    const { match, players } = await http.started()
    const third = await http.guest('Cy')
    const mine = (await third.post<ViewAnswer>('/v1/matches', {})).body.snapshot
    expect(codeOf(await third.post('/v1/matches/join', { match }))).toEqual([409, 'match-full'])
    expect(codeOf(await third.post('/v1/matches/join', { match: mine.match }))).toEqual([409, 'own-match'])
    expect(codeOf(await third.post('/v1/matches/join', { code: '22222222' }))).toEqual([404, 'unknown-code'])
    expect(codeOf(await third.post('/v1/matches/join', { match: 'AAAAAAAAAAAAAAAA' }))).toEqual([404, 'unknown-match'])
    expect(codeOf(await third.post('/v1/matches/join', { code: 'nonsense' }))).toEqual([400, 'bad-request'])
    expect(codeOf(await third.post('/v1/matches/join', { match, code: '22222222' }))).toEqual([400, 'bad-request'])
    expect(codeOf(await http.nobody.post('/v1/matches/join', { match }))).toEqual([401, 'token-missing'])
    expect((await view(players[0], match)).version).toBe(1)
  })
})

describe('the view', () => {
  it('is the caller’s own: only the seat that is to act has legal actions', async () => {
    const { match, players } = await http.started()
    const [first, second, spectator] = await Promise.all([...players, http.nobody].map((caller) => view(caller, match)))
    expect([first!.snapshot.you, second!.snapshot.you, spectator!.snapshot.you]).toEqual([0, 1, 'spectator'])
    expect(legalOf(first!.snapshot).length).toBeGreaterThan(0)
    expect(second!.snapshot.board?.legal).toBeUndefined()
    expect(spectator!.snapshot.board?.legal).toBeUndefined()
  })

  it('has the events that the caller missed', async () => {
    const { match, players } = await http.started()
    await http.play(match, players, 3)
    const { body } = await players[1].get<ViewAnswer>(`/v1/matches/${match}?after=2`)
    expect(body.missed?.map(({ version }) => version)).toEqual([3, 4])
  })

  it('is not sent again to a caller who has it', async () => {
    const { match, players } = await http.started()
    const first = await players[0].get(`/v1/matches/${match}`)
    const etag = first.headers.etag as string
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers.vary).toContain('authorization')

    const again = await players[0].get(`/v1/matches/${match}`, { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, undefined])
    expect((await players[1].get(`/v1/matches/${match}`, { 'if-none-match': etag })).statusCode).toBe(200)
    await http.play(match, players, 1)
    expect((await players[0].get(`/v1/matches/${match}`, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('is refused for an unknown match', async () => {
    const { match, players } = await http.started()
    expect(codeOf(await players[0].get(NOWHERE))).toEqual([404, 'unknown-match'])
    expect(codeOf(await players[0].get('/v1/matches/short'))).toEqual([400, 'bad-request'])
    expect(codeOf(await players[0].get(`/v1/matches/${match}?after=99`))).toEqual([404, 'unknown-version'])
    for (const query of ['after=-1', 'after=x', 'wait=5', 'after=1&wait=26', 'after=1&wait=-1', 'after=1&nonsense=1']) {
      expect(codeOf(await players[0].get(`/v1/matches/${match}?${query}`))).toEqual([400, 'bad-request'])
    }
  })
})

describe('a request that waits for news', () => {
  it('is answered when the opponent has moved', async () => {
    const { match, players } = await http.started()
    const waiting = players[1].get<ViewAnswer>(`/v1/matches/${match}?after=1&wait=25`)
    const { version, snapshot } = await view(players[0], match)
    await players[0].post(`/v1/matches/${match}/actions`, {
      actionId: 'action-1',
      version,
      action: legalOf(snapshot)[0],
    })
    const { body } = await waiting
    expect(body.version).toBe(2)
    expect(body.missed).toHaveLength(1)
  })

  it('is answered at once when there is news already, or when no more news can come', async () => {
    const { match, players } = await http.started()
    expect((await players[1].get<ViewAnswer>(`/v1/matches/${match}?after=0&wait=25`)).body.version).toBe(1)
    await players[0].post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
    expect((await players[1].get<ViewAnswer>(`/v1/matches/${match}?after=2&wait=25`)).body.snapshot.status).toBe(
      'ended',
    )
  })

  it('is answered with the current state when its time is over or the server stops', async () => {
    const { match, players } = await http.started()
    const late = await players[1].get<ViewAnswer>(`/v1/matches/${match}?after=1&wait=0.01`)
    expect(late.body).toMatchObject({ version: 1, missed: [] })

    const { body } = await players[1].get<ViewAnswer>(`/v1/matches/${match}`)
    const waitForView = vi
      .spyOn(http.matches.views, 'waitForView')
      .mockImplementation(
        (_player, _match, _after, { signal }) =>
          new Promise((resolve) => signal!.addEventListener('abort', () => resolve(body))),
      )
    const waiting = players[1].get<ViewAnswer>(`/v1/matches/${match}?after=1&wait=25`)
    await atLast(() => expect(waitForView).toHaveBeenCalledOnce())
    http.stop.abort()
    expect((await waiting).body).toEqual(body)
  })
})

describe('a request that waits', () => {
  it.each([
    ['is revoked', 'token-revoked'],
    ['expires', 'token-expired'],
  ])('is refused when its session %s meanwhile', async (what, code) => {
    const { match, players } = await http.started()
    const { sessions } = http.parts
    const identity = await sessions.authenticate(players[1].token)
    let end: RevocationListener = () => undefined
    vi.spyOn(sessions, 'onEnded').mockImplementation((listener) => {
      end = listener
      return () => undefined
    })
    const waitForView = vi.spyOn(http.matches.views, 'waitForView')
    if (what === 'expires') vi.spyOn(sessions, 'authenticate').mockResolvedValue({ ...identity, expiresAt: 0 })
    const waiting = players[1].get(`/v1/matches/${match}?after=1&wait=${what === 'expires' ? 0.01 : 25}`)
    await atLast(() => expect(waitForView).toHaveBeenCalledOnce())
    if (what === 'is revoked') {
      vi.spyOn(sessions, 'hasEnded').mockImplementation((session) => session === identity.session)
      end(new Set(['of-another-player']))
      end(new Set([identity.session]))
    }
    expect(codeOf(await waiting)).toEqual([401, code])
  })
})

describe('acting', () => {
  let match: string
  let players: [Caller, Caller]
  let now: ViewAnswer
  beforeEach(async () => {
    ;({ match, players } = await http.started())
    now = await view(players[0], match)
  })
  const act = (caller: Caller, change: object = {}, to = match) =>
    caller.post<CommitAnswer>(`/v1/matches/${to}/actions`, {
      actionId: 'action-1',
      version: 1,
      action: legalOf(now.snapshot)[0],
      ...change,
    })

  it('is committed as the next version, once for one action id', async () => {
    const first = await act(players[0])
    expect(first.body).toEqual({ match, version: 2, at: expect.any(Number) as number })
    for (let again = 0; again < 4; again += 1) expect((await act(players[0])).body).toEqual(first.body)
    expect((await view(players[0], match)).version).toBe(2)
  })

  it('is refused with the reason, and changes nothing', async () => {
    const stranger = await http.guest('Cy')
    expect(codeOf(await act(http.nobody))).toEqual([401, 'token-missing'])
    expect(codeOf(await act(stranger))).toEqual([403, 'not-your-match'])
    expect(codeOf(await act(players[1]))).toEqual([409, 'not-your-turn'])
    expect(codeOf(await act(players[0], {}, 'AAAAAAAAAAAAAAAA'))).toEqual([404, 'unknown-match'])
    const stale = await act(players[0], { version: 0 })
    expect(codeOf(stale)).toEqual([409, 'stale'])
    expect(stale.body).toMatchObject({ error: { details: { version: 1 } } })
    const illegal = await act(players[0], { action: { type: 'construct-building', slot: 0 } })
    expect(codeOf(illegal)).toEqual([422, 'illegal-action'])
    expect(illegal.body).toMatchObject({ error: { details: { rule: 'slot-not-accessible' } } })
    const after = await view(players[0], match)
    expect({ ...after, now: now.now }).toEqual(now)
  })

  it('is refused before the match has begun and after it has ended', async () => {
    const waiting = (await players[0].post<ViewAnswer>('/v1/matches', { seat: 0 })).body.snapshot.match
    expect(codeOf(await act(players[0], { version: 0 }, waiting))).toEqual([409, 'match-not-started'])
    await players[1].post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
    expect(codeOf(await act(players[0], { version: 2 }))).toEqual([409, 'match-over'])
  })

  it('takes the seat from the token, never from the message', async () => {
    expect(codeOf(await act(players[1], { seat: 0 }))).toEqual([400, 'bad-request'])
    expect(codeOf(await act(players[1], { player: players[0].id }))).toEqual([400, 'bad-request'])
  })
})

describe('resigning', () => {
  it('ends the match with a victory of the opponent, once', async () => {
    const { match, players } = await http.started()
    const resign = (actionId: string) => players[0].post<CommitAnswer>(`/v1/matches/${match}/resign`, { actionId })
    const first = await resign('resign-1')
    expect(first.body.version).toBe(2)
    expect((await resign('resign-1')).body).toEqual(first.body)
    expect(codeOf(await resign('resign-2'))).toEqual([409, 'match-over'])
    const { snapshot } = await view(http.nobody, match)
    expect(snapshot).toMatchObject({
      status: 'ended',
      outcome: { by: 'resignation', winner: 1 },
      seed: expect.any(String) as string,
    })
  })

  it('is possible only for its two players', async () => {
    const { match } = await http.started()
    const stranger = await http.guest('Cy')
    expect(codeOf(await stranger.post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' }))).toEqual([
      403,
      'not-your-match',
    ])
  })
})

it('a store that does not answer is reported as unavailable', async () => {
  const { match, players } = await http.started()
  vi.spyOn(http.store, 'commit').mockRejectedValueOnce(new CodedError('unavailable'))
  const answer = await players[0].post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
  expect(codeOf(answer)).toEqual([503, 'unavailable'])
})
