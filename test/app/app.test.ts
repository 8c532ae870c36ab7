import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CuriaApp } from '../../src/app.ts'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { METRICS } from '../../src/metrics/table.ts'
import type { Game, Update, ViewAnswer } from '../../src/protocol/index.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

let dir: string
let app: CuriaApp
let origin: string
const sockets: Socket[] = []

const start = async (): Promise<void> => {
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(dir, 'data'),
    RATE_LIMIT_HTTP: '100000',
    RATE_LIMIT_SOCKET: '1000',
  })
  app = await buildApp(config, { log: pino({ level: 'silent' }) })
  origin = await app.listen()
}
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-app-'))
  await copyEmptyHistory(join(dir, 'data/history'))
  await start()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

async function call<Body>(path: string, token?: string, body?: object): Promise<Body> {
  const response = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Body
}
const readMetrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text()
const guest = async (name: string): Promise<string> =>
  (await call<{ token: string }>('/v1/players', undefined, { name })).token
const connect = (token: string): Socket => {
  const socket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  return socket
}

it('without Redis and Postgres, a player over a socket and one over HTTP play through a restart', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo')]
  const request = { seat: 0, options: { wonders: 'first-game' } }
  const { match, code } = (await call<ViewAnswer>('/v1/matches', ada, request)).snapshot
  await call('/v1/matches/join', bo, { code })
  const random = seededRandom(5)
  /** Plays until the match is over, or has so many versions. */
  const play = async (socket: Socket, most: number): Promise<ViewAnswer> => {
    for (;;) {
      const first = await call<ViewAnswer>(`/v1/matches/${match}`, ada)
      const second = await call<ViewAnswer>(`/v1/matches/${match}`, bo)
      const { version, snapshot } = first.snapshot.board?.legal ? first : second
      if (snapshot.status === 'ended' || version >= most) return first
      const act = { actionId: newActionId(), version, action: pick(legalOf(snapshot), random) }
      if (snapshot.you === 0) {
        expect(await socket.emitWithAck('match:act', { match, ...act })).toMatchObject({ ok: true })
      } else {
        expect(await call(`/v1/matches/${match}/actions`, bo, act)).toMatchObject({ version: version + 1 })
      }
    }
  }

  const before = connect(ada)
  const updates: Update[] = []
  before.on('match:update', (update: Update) => updates.push(update))
  await before.emitWithAck('match:watch', { match })
  const half = await play(before, 20)
  const versions = Array.from({ length: 19 }, (_, index) => index + 2)
  await expect.poll(() => updates.map(({ version }) => version)).toEqual(versions)

  const away = new Promise((resolve) => before.once('server:draining', resolve))
  await app.close()
  expect(await away).toMatchObject({ reconnectAfterMs: expect.any(Number) as number })
  expect((await readdir(join(dir, 'data'))).sort()).toEqual(['history', 'live', 'token-secret'])

  await start()
  expect(await call(`/v1/matches/${match}`, ada)).toEqual({ ...half, now: expect.any(Number) as number })
  const last = await play(connect(ada), Infinity)
  await expect.poll(async () => (await call<{ games: object[] }>('/v1/games')).games).toHaveLength(1)
  const game = await call<Game>(`/v1/games/${match}`)
  expect(game.scores).toEqual(last.snapshot.scores)
  await expect.poll(readMetrics).toMatch(/^curia_games_stored_total\{kind="base"\} 1$/m)
  const metrics = await readMetrics()
  expect(metrics).toMatch(/^curia_commit_duration_seconds_count\{status="committed"\} [1-9]/m)
  expect(metrics).toMatch(/^curia_games_ended_total 1$/m)
  expect(metrics).toMatch(/^curia_sockets 1$/m)
  const served = Array.from(metrics.matchAll(/^# TYPE (curia_\w+) /gm), ([, name]) => name!)
  expect(served.sort()).toEqual(Object.keys(METRICS).sort())
})

it('closing answers the requests that wait, and happens once however often it is called', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo')]
  const { match, code } = (await call<ViewAnswer>('/v1/matches', ada, {})).snapshot
  await call('/v1/matches/join', bo, { code })
  const waiting = call<ViewAnswer>(`/v1/matches/${match}?after=1&wait=25`, ada)
  // The request that waits, and the one for the metrics.
  await expect.poll(readMetrics).toMatch(/^curia_http_requests_in_progress 2$/m)
  await Promise.all([app.close(), app.close()])
  expect(await waiting).toMatchObject({ version: 1, missed: [] })
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
})
