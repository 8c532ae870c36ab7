import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type {
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  ServerAnswer,
  Session,
} from '../../src/protocol/index.ts'
import { PASSWORD, PUBLIC_URL } from '../support/accounts.ts'
import { Authenticator } from '../support/authenticator.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Answer, Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'

interface LogIn {
  player: { id: string; name: string }
  token: string
  expiresAt: number
  recoveryCodes?: string[]
}

const OTHER = 'another password altogether'
const RECOVERY = '/v1/sessions/recovery'
const [PASSKEY, PASSKEYS] = ['/v1/sessions/passkey', '/v1/players/me/passkeys']
const RATES = { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 }

let places: Places
let database: Database
let http: Http
let names = 0
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
})
beforeEach(async () => {
  http = await openHttp({ settings: { corsOrigins: [], rates: RATES, publicUrl: PUBLIC_URL } }, database)
})
afterEach(() => http.close())
afterAll(async () => {
  await database.close()
  await places.end()
})

const caller = ({ body }: Answer<LogIn>): Caller => new Caller(http.app, body.player, body.token)
const claimed = async (name = `Player ${(names += 1)}`) => {
  const guest = await http.guest('Guest')
  const answer = await guest.post<LogIn>('/v1/players/me/account', { name, password: PASSWORD })
  expect(answer.statusCode).toBe(201)
  return { name, player: caller(answer), codes: answer.body.recoveryCodes! }
}
const sessionsOf = async (who: Caller): Promise<Session[]> =>
  (await who.get<{ sessions: Session[] }>('/v1/players/me/sessions')).body.sessions
const me = (who: Caller) => who.get('/v1/players/me')
const NEVER_KEPT = expect.stringContaining('no-store') as string

it('an account is lost, and got back with one of the codes that its player has noted', async () => {
  const { name, player, codes } = await claimed()
  const answer = await http.nobody.post<LogIn>(RECOVERY, { name, code: codes[0], password: OTHER })
  expect(answer).toMatchObject({ statusCode: 201, headers: { 'cache-control': NEVER_KEPT } })
  expect(Object.keys(answer.body).sort()).toEqual(['expiresAt', 'player', 'token'])
  expect(answer.body.player).toEqual({ id: player.id, name })
  expect(codeOf(await me(player))).toEqual([401, 'token-revoked'])
  expect(await sessionsOf(caller(answer))).toMatchObject([{ via: 'recovery', current: true }])
  const again = await http.nobody.post(RECOVERY, { name, code: codes[0], password: OTHER })
  expect(codeOf(again)).toEqual([401, 'login-failed'])
})

it('a code for no account, a wrong one and one of another account have the same answer, byte for byte', async () => {
  const [ada, bo] = [await claimed(), await claimed()]
  const tried = [
    { name: 'Nobody at all', code: ada.codes[0] },
    { name: ada.name, code: 'AAAA-BBBB-CCCC-DDDD' },
    { name: ada.name, code: bo.codes[0] },
    { name: ada.name, code: '' },
  ]
  const answers = await Promise.all(tried.map((each) => http.nobody.post(RECOVERY, { ...each, password: OTHER })))
  expect(codeOf(answers[0]!)).toEqual([401, 'login-failed'])
  for (const { statusCode, body } of answers) {
    expect({ statusCode, body }).toEqual({ statusCode: 401, body: answers[0]!.body })
  }
})

it('new codes replace the old ones, and need the password and an account', async () => {
  const { name, player, codes } = await claimed()
  const url = '/v1/players/me/recovery-codes'
  const { statusCode, headers, body } = await player.post<{ recoveryCodes: string[] }>(url, { password: PASSWORD })
  expect([statusCode, headers['cache-control']]).toEqual([201, NEVER_KEPT])
  expect(body.recoveryCodes).toHaveLength(10)
  expect(codeOf(await player.post(url, { password: OTHER }))).toEqual([403, 'password-wrong'])
  expect(codeOf(await player.post(url))).toEqual([400, 'bad-request'])
  expect(codeOf(await http.nobody.post(url, { password: PASSWORD }))).toEqual([401, 'token-missing'])
  const guest = await http.guest('Gus')
  expect(codeOf(await guest.post(url, { password: PASSWORD }))).toEqual([403, 'account-needed'])
  expect(codeOf(await http.nobody.post(RECOVERY, { name, code: codes[1], password: OTHER }))[1]).toBe('login-failed')
  const [code] = body.recoveryCodes
  expect((await http.nobody.post(RECOVERY, { name, code, password: OTHER })).statusCode).toBe(201)
})

it('an account is got back with a passkey, which is listed, and gone when it is removed', async () => {
  const { player } = await claimed()
  const key = new Authenticator()
  const options = await player.post<PasskeyCreationOptions>(`${PASSKEYS}/options`, { password: PASSWORD })
  expect(options).toMatchObject({ statusCode: 200, headers: { 'cache-control': NEVER_KEPT } })
  const added = await player.post<Passkey>(PASSKEYS, key.create(options.body))
  expect(added.statusCode).toBe(201)
  const { body: challenge } = await http.nobody.post<PasskeyRequestOptions>(`${PASSKEY}/options`)
  expect(JSON.stringify(challenge)).not.toContain(player.id)
  // What browsers of a later version add is no fault.
  const signed = { ...key.get(challenge), authenticatorAttachment: 'platform', added: true }
  const back = await http.nobody.post<LogIn>(PASSKEY, signed)
  expect(back).toMatchObject({ statusCode: 201, body: { player: { id: player.id } } })
  expect(codeOf(await http.nobody.post(PASSKEY, signed))).toEqual([401, 'login-failed'])
  expect(codeOf(await me(player))).toEqual([401, 'token-revoked'])
  const who = caller(back)
  expect(await sessionsOf(who)).toMatchObject([{ via: 'passkey' }])
  expect((await who.get<{ passkeys: Passkey[] }>(PASSKEYS)).body.passkeys).toMatchObject([{ id: added.body.id }])
  const url = `${PASSKEYS}/${added.body.id}`
  expect((await who.send({ method: 'DELETE', url })).statusCode).toBe(204)
  expect(codeOf(await who.send({ method: 'DELETE', url }))).toEqual([404, 'unknown-passkey'])
})

it('bad input is refused', async () => {
  const { name, player, codes } = await claimed()
  const good = { name, code: codes[0], password: OTHER }
  for (const body of [{}, { ...good, code: 7 }, { ...good, code: 'x'.repeat(65) }, { ...good, more: 1 }]) {
    expect(codeOf(await http.nobody.post(RECOVERY, body))).toEqual([400, 'bad-request'])
  }
  expect(codeOf(await http.nobody.post(RECOVERY, { ...good, password: 'short' }))).toEqual([400, 'password-invalid'])
  expect(codeOf(await http.nobody.post(RECOVERY, { ...good, name: '\u202E' }))).toEqual([400, 'name-invalid'])
  for (const body of [
    { token: 1, password: OTHER },
    { token: 'x'.repeat(129), password: OTHER },
  ]) {
    expect(codeOf(await http.nobody.post('/v1/sessions/reset', body))).toEqual([400, 'bad-request'])
  }
  const unknown = { token: 'x', password: OTHER }
  expect(codeOf(await http.nobody.post('/v1/sessions/reset', unknown))).toEqual([401, 'reset-invalid'])
  const key = new Authenticator()
  const { body } = await http.nobody.post<PasskeyRequestOptions>(`${PASSKEY}/options`)
  const signed = key.get(body)
  for (const bad of [{}, { ...signed, id: '' }, { ...signed, id: 'ü' }, { ...signed, type: 'password' }]) {
    expect(codeOf(await http.nobody.post(PASSKEY, bad))).toEqual([400, 'bad-request'])
  }
  const created = key.create({ ...body, rp: { id: body.rpId, name: '' } } as unknown as PasskeyCreationOptions)
  expect(codeOf(await player.post(PASSKEYS, created))).toEqual([400, 'passkey-invalid'])
})

it('a banned player does not come back', async () => {
  const { name, player, codes } = await claimed()
  const ban = { playerId: player.id, type: 'ban', why: 'no', changedAt: new Date() }
  await database.write((db) => db.sanction.create({ data: ban }))
  await http.parts.sessions.sanctions.poll()
  const answer = await http.nobody.post(RECOVERY, { name, code: codes[0], password: OTHER })
  expect(codeOf(answer)).toEqual([403, 'banned'])
})

it('the limits are those of log-ins, each for its route', async () => {
  const limited = await openHttp({ settings: { corsOrigins: [], rates: { ...RATES, guestsPerMinute: 2 } } }, database)
  const bodies = {
    [RECOVERY]: { name: 'Nobody at all', code: 'x', password: OTHER },
    '/v1/sessions/reset': { token: 'x', password: OTHER },
    [PASSKEY]: new Authenticator().get({ challenge: 'AAAA', rpId: 'x', timeout: 1, userVerification: 'required' }),
  }
  for (const [url, body] of Object.entries(bodies)) {
    for (let asked = 0; asked < 2; asked += 1) expect((await limited.nobody.post(url, body)).statusCode).not.toBe(429)
    expect(codeOf(await limited.nobody.post(url, body)), url).toEqual([429, 'rate-limited'])
  }
  await limited.close()
})

it('a server without a public address with https says that it has no passkeys', async () => {
  const has = async (given: Http) => (await given.nobody.get<ServerAnswer>('/v1/server')).body.features.passkeys
  expect(await has(http)).toBe(true)
  const plain = await openHttp({}, database)
  expect(await has(plain)).toBe(false)
  expect(codeOf(await plain.nobody.post(`${PASSKEY}/options`))).toEqual([409, 'no-passkeys'])
  await plain.close()
})
