import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InvitationAnswer, ViewAnswer } from '../../src/protocol/index.ts'
import { invitationAnswerSchema } from '../../src/protocol/index.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

async function invite(host: Caller, terms: object): Promise<{ match: string; code: string; answer: InvitationAnswer }> {
  const { match, code } = (await host.post<ViewAnswer>('/v1/matches', terms)).body.snapshot
  const read = await http.nobody.get<InvitationAnswer>(`/v1/invitations/${code!}`)
  expect(read.statusCode).toBe(200)
  expect(read.headers['cache-control']).toBe('private, no-store')
  expect(invitationAnswerSchema.parse(read.body)).toEqual(read.body)
  return { match, code: code!, answer: read.body }
}

describe('an invitation', () => {
  it('says who invites to what, and who begins', async () => {
    const ada = await http.guest('Ada')
    const { code, answer } = await invite(ada, {
      kind: 'agora',
      clock: 'standard',
      seat: 0,
      visibility: 'private',
      options: { wonders: 'first-game' },
    })
    expect(answer).toEqual({
      host: { id: expect.any(String) as string, name: 'Ada' },
      begins: 'host',
      kind: 'agora',
      options: { wonders: 'first-game', tiedPawn: 'chooses' },
      terms: { clock: 'standard', rated: false, visibility: 'private' },
    })
    expect((await http.nobody.get(`/v1/invitations/${code.toLowerCase()}`)).body).toEqual(answer)
    expect((await invite(ada, { seat: 1 })).answer.begins).toBe('guest')
  })

  it('to a rated match has the rating of the host, and does not say who begins', async () => {
    const { answer } = await invite(await http.guest('Ada'), { clock: 'blitz', rated: true })
    expect(answer).not.toHaveProperty('begins')
    expect(answer.host.name).toBe('Ada')
    expect(answer.rating).toMatchObject({ rating: expect.any(Number) as number, provisional: true })
  })

  it('has no id, no code, no seed and no seat of the match', async () => {
    const { match, code, answer } = await invite(await http.guest('Ada'), { clock: 'blitz', rated: true })
    expect(Object.keys(answer).sort()).toEqual(['host', 'kind', 'options', 'rating', 'terms'])
    for (const secret of [match, code, 'seed', 'seat']) expect(JSON.stringify(answer)).not.toContain(secret)
  })
})

describe('a code', () => {
  it('that was used, withdrawn or never made is refused in the same words', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const [used, withdrawn] = [await invite(ada, { visibility: 'private' }), await invite(ada, {})]
    await bo.post('/v1/matches/join', { code: used.code })
    await ada.post(`/v1/matches/${withdrawn.match}/abort`, { actionId: newActionId(), version: 0 })
    const answers = await Promise.all(
      [used.code, withdrawn.code, 'ABCDEFGH'].map((code) => http.nobody.get(`/v1/invitations/${code}`)),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, 'unknown-code'])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('that can be none is refused', async () => {
    for (const code of ['ABC', 'ABCDEFG0', 'ABCDEFGHI', '%00', 'A'.repeat(500)]) {
      expect([code, codeOf(await http.nobody.get(`/v1/invitations/${code}`))]).toEqual([code, [400, 'bad-request']])
    }
  })

  it('cannot be found by trying', async () => {
    const codes = new Set<string>()
    for (let tries = 0; tries < 70; tries += 1) {
      codes.add(codeOf(await http.nobody.get('/v1/invitations/ABCDEFGH'))[1])
    }
    expect(codes).toEqual(new Set(['unknown-code', 'rate-limited']))
  })
})
