import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CuriaApp } from '../../src/app.ts'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { createLogger } from '../../src/logging.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { optionsOf } from '../../src/record/index.ts'
import { deal } from '../../src/rules/index.ts'
import type { Places } from '../support/history.ts'
import { inFolders } from '../support/history.ts'
import { legalOf } from '../support/match.ts'
import { MemoryArchive } from '../support/memory-archive.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

const lines: string[] = []
const backend = new MemoryBackend()
const store = new MemoryStore(backend)
let places: Places
let database: Database
let app: CuriaApp
let origin: string

beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    TOKEN_SECRET: 'a secret of the server, long enough',
    RATE_LIMIT_HTTP: '100000',
  })
  places = await inFolders()
  database = await openDatabase(await places.fresh(), log)
  app = await buildApp(config, { log, store, database, archive: new MemoryArchive() })
  origin = await app.listen()
})
afterAll(async () => {
  await app.close()
  await places.end()
})

interface Guest {
  player: { id: string }
  token: string
  recoveryCodes?: string[]
}

async function call<Body>(
  path: string,
  token?: string,
  body?: object | string,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Body> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Body
}

const guest = (name: string): Promise<Guest> => call<Guest>('/v1/players', undefined, { name })

/** A socket that does not come back once it is closed. */
const connectOnce = (token: string): Socket =>
  io(origin, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })

/** What the server refuses a socket with. */
const refusal = (socket: Socket): Promise<object | undefined> =>
  new Promise((resolve) => socket.once('connect_error', (error: Error & { data?: object }) => resolve(error.data)))

it('a whole game, and many failures, leave no token, seed, card or body in the log, at any level', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo')]
  const created = await call<ViewAnswer>('/v1/matches', ada.token, { seat: 0 })
  const { match, code } = created.snapshot
  await call('/v1/matches/join', bo.token, { code })

  // Bo plays over a socket, on which all news come; Ada plays over HTTP.
  const socket = connectOnce(bo.token)
  await refusal(connectOnce(`${bo.token}x`))
  await socket.emitWithAck('match:watch', { match })

  // Requests that fail.
  await call(`/v1/matches/${match}?token=${ada.token}`)
  await call(`/v1/matches/${match}`, `${ada.token}x`)
  await call(`/v1/players/${ada.token}`)
  await call(`/v1/matches/${match}/actions`, ada.token, `{"token":"${ada.token}",`)
  const wrong = { actionId: 'action-1', version: 1, action: { type: ada.token } }
  await call(`/v1/matches/${match}/actions`, ada.token, wrong)
  await socket.emitWithAck('match:act', { token: bo.token })
  await socket.emitWithAck(bo.token, {})
  const { header } = backend.record(match)
  const { seed } = header
  const fault = Object.assign(new Error('the store failed'), {
    command: { name: 'evalsha', args: [seed, 'pawnshop-of-nobody'] },
    params: [seed],
    record: { header: { seed } },
  })
  for (const method of ['load', 'entriesAfter', 'commit'] as const) {
    vi.spyOn(store, method).mockRejectedValueOnce(fault)
  }
  await call('/v1/matches/AAAAAAAAAAAAAAAA', ada.token)

  const random = seededRandom(3)
  for (;;) {
    const first = await call<ViewAnswer>(`/v1/matches/${match}`, ada.token)
    if (first.snapshot.status === 'ended') break
    const adas = first.snapshot.board!.legal !== undefined
    const { version, snapshot } = adas ? first : await call<ViewAnswer>(`/v1/matches/${match}`, bo.token)
    const act = { actionId: newActionId(), version, action: pick(legalOf(snapshot), random) }
    if (adas) await call(`/v1/matches/${match}/actions`, ada.token, act)
    else await socket.emitWithAck('match:act', { match, ...act })
  }
  await expect.poll(() => call(`/v1/players/${ada.player.id}`)).toMatchObject({ games: 1 })
  socket.disconnect()

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(100)
  expect(log).toContain('the store failed')
  expect(log).toContain(match)
  const secrets = [ada.token, bo.token, ...ada.token.split('.').slice(1), seed, 'pawnshop-of-nobody']
  for (const secret of secrets) expect(log).not.toContain(secret)
  const { ages, boxGuilds, libraryOrder } = deal(seed, optionsOf(header))
  const cards = Object.values(ages).flatMap(({ slots, removed }) => [...slots, ...removed])
  for (const thing of [...cards, ...boxGuilds, ...libraryOrder!]) expect(log).not.toMatch(new RegExp(`\\b${thing}\\b`))
})

it('accounts, and failures with them, leave no password, hash or token in the log', async () => {
  const password = 'hushhush 1 of the guest'
  const [other, wrong] = ['hushhush 2 of the guest', 'hushhush 3 of nobody']
  const { token } = await guest('Cy')
  const [account, route] = ['/v1/players/me/account', '/v1/players/me/password']
  await call(account, token, `{"name":"Cy","password":"${password}",`)
  await call(account, token, { name: 'Cy', password: [password] })
  await call(account, token, { name: 'Cy', password, [password]: 1 })
  await call(account, token, { name: 'Cy', password: password.slice(0, 3) })
  const fault = Object.assign(new Error('the database failed'), {
    params: [password],
    query: password,
    meta: { hash: '$argon2id$' },
  })
  // The server also writes in the background, so every write fails until the request is answered.
  const failing = vi.spyOn(database, 'write').mockRejectedValue(fault)
  expect(await call(account, token, { name: 'Cy', password })).toMatchObject({ error: { code: 'internal' } })
  failing.mockRestore()
  const claimed = await call<Guest>(account, token, { name: 'Cy', password })
  await call(account, token, { name: 'Cy', password })
  const login = await call<Guest>('/v1/sessions', undefined, { name: 'CY', password })
  expect(login.player).toEqual(claimed.player)
  await call('/v1/sessions', undefined, { name: 'Cy', password: wrong })
  await call('/v1/sessions', undefined, { name: password, password: wrong })
  await call(`/v1/sessions?password=${encodeURIComponent(password)}`, undefined, { name: 'Cy', password })

  const [code, ...others] = claimed.recoveryCodes!
  const hashed = { name: 'Cy', code: others[0]!, password: wrong }
  const failingAgain = vi
    .spyOn(database, 'write')
    .mockRejectedValue(Object.assign(fault, { params: [code, others[0]] }))
  expect(await call('/v1/sessions/recovery', undefined, hashed)).toMatchObject({ error: { code: 'internal' } })
  failingAgain.mockRestore()
  await call('/v1/sessions/recovery', undefined, { name: 'Cy', code: `${code}${code}`, password: wrong })
  await call('/v1/sessions/reset', undefined, { token: `${code}`, password: wrong })

  const socket = connectOnce(login.token)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const ended = new Promise((resolve) => socket.once('session:ended', resolve))
  const gone = new Promise((resolve) => socket.once('disconnect', resolve))
  await call(route, claimed.token, { current: wrong, next: other }, 'PUT')
  await call(route, claimed.token, { current: password, next: other }, 'PUT')
  expect(await ended).toEqual({ reason: 'revoked' })
  await gone
  expect(await refusal(connectOnce(login.token))).toMatchObject({ code: 'token-revoked' })
  await call(`/v1/players/me/sessions/${login.token}`, claimed.token, undefined, 'DELETE')
  await call('/v1/sessions/current', claimed.token, undefined, 'DELETE')

  const log = lines.join('')
  expect(log).toContain('the database failed')
  expect(log).toContain('/v1/players/me/password')
  const secrets = [
    'hushhush',
    'argon2id',
    ...claimed.recoveryCodes!,
    token,
    claimed.token,
    login.token,
    ...login.token.split('.').slice(1),
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})
