import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { promisify } from 'node:util'
import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { atLast } from '../support/at-last.ts'
import { drawn } from '../support/drawn.ts'
import { becomeGuest, clientOf } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { finishedGame } from '../support/rest.ts'
import { expectExactViews, seatTwo } from '../support/seated-match.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

/** A line of the log of any process of the server. */
interface Line {
  pid: number
  /** In ms since 1970. */
  time: number
  msg: string
  worker?: number
}

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores?.destroy())

let server: Server
const startTwo = async (): Promise<void> => {
  server = await startServer({ ...stores.environment, WORKERS: '2' })
  // A line of the log may come after the greeting.
  await atLast(() => expect(ready()).toHaveLength(2))
}

const logged = (): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** The workers that became ready, in turn. */
const ready = (): number[] => logged().flatMap(({ msg, worker }) => (msg === 'a worker is ready' ? [worker!] : []))

/** All processes of a primary, ready or not. */
async function workersOf(primary: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    // Of the processes that it has just forked, those that run the server by now.
    return Number(parent) === primary && command.join(' ').includes('main.js') ? [Number(pid)] : []
  })
}

const workers = (): Promise<number[]> => workersOf(logged().find(({ msg }) => msg === 'a worker is ready')!.pid)

const restarts = (): number => logged().filter(({ msg }) => msg === 'the workers were restarted').length
const restarted = (): Promise<void> => expect.poll(restarts).toBe(1)

/** There are two workers, and none of them was there before. */
async function expectOnlyNew(before: readonly number[]): Promise<void> {
  // The log says it once it is true.
  expect(before.filter(isAlive)).toEqual([])
  // One that was killed may still be being replaced.
  await expect.poll(() => ready().filter(isAlive).length).toBe(2)
  expect((await workers()).sort()).toEqual(ready().filter(isAlive).sort())
}

/** The processes that have answered requests. */
const answering = (): Set<number> => new Set(logged().flatMap(({ msg, pid }) => (msg === 'answered' ? [pid] : [])))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Every acknowledged action of a match is in its record, once and in its place. */
async function playAndCheck(meanwhile: (table: Awaited<ReturnType<typeof seatTwo>>) => Promise<void>): Promise<void> {
  const table = await seatTwo(server.url)
  const acknowledged: { version: number; action: object }[] = []
  for (const { match } of table.seats) {
    const act = match.act.bind(match)
    match.act = async (action, version) => {
      const answer = await act(action, version)
      acknowledged.push({ version: answer.version, action })
      return answer
    }
  }
  try {
    const playing = table.play()
    await table.seats[0].match.until(({ version }) => version > 8)
    await Promise.all([playing, meanwhile(table)])
    const { replay } = await finishedGame(server.url, table.match)
    for (const { version, action } of acknowledged) {
      expect(replay.record.entries[version - 1]!.body).toMatchObject({ type: 'act', action })
    }
    expect(acknowledged).toHaveLength(replay.record.entries.length - 1)
    await expectExactViews(table.seats)
  } finally {
    table.close()
  }
}

describe('two workers on one port', () => {
  beforeAll(startTwo)
  afterAll(() => server?.destroy())

  it('share the clients: requests and matches are served by both', async () => {
    expect(server.output()).toContain('workers: 2')
    const knock = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const request = get(`${server.url}/v1/tables`, { agent: false })
        request.once('response', (response) => response.resume().once('end', resolve)).once('error', reject)
      })
    await expect.poll(() => knock().then(answering)).toEqual(new Set(ready()))
    await playAndCheck(async () => undefined)

    // One player over HTTP alone, whose requests come to any worker.
    const ada = await HttpPlayer.guest(server.url, 'Ada')
    const { snapshot } = await ada.create({ seat: 0 })
    const ben = await clientOf(server.url, 'Ben')
    try {
      const match = await ben.join({ code: snapshot.code! })
      const [last] = await Promise.all([ada.playOn(snapshot.match, pickAny), playOn(match, pickAny)])
      expect(match.value.snapshot.scores).toEqual(last.snapshot.scores)
    } finally {
      ben.close()
    }
  })

  it('serve clients that use long polling, and those that go on to a WebSocket, whichever worker a request comes to', async () => {
    const guest = await becomeGuest(server.url, 'Ada')
    const sockets: Socket[] = []
    try {
      for (const transports of [['polling'], ['polling', 'websocket']]) {
        for (let n = 0; n < 4; n += 1) {
          const socket = io(server.url, {
            auth: { token: guest.token },
            transports,
            forceNew: true,
            reconnection: false,
          })
          sockets.push(socket)
          const upgraded = new Promise((resolve) => socket.io.engine.once('upgrade', resolve))
          await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
          if (transports.length > 1) await upgraded
          for (let time = 0; time < 6; time += 1) {
            expect(await socket.emitWithAck('queue:status', {})).toMatchObject({ ok: true })
          }
          expect(socket.io.engine.transport.name).toBe(transports.at(-1))
        }
      }
    } finally {
      for (const socket of sockets) socket.disconnect()
    }
  })

  it('refuse a connection that no worker has, so that its client begins again', async () => {
    for (const sid of ['1.AAAAAAAAAAAAAAAAAAAA', '999.AAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAA']) {
      const response = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`)
      expect([response.status, await response.json()]).toEqual([400, { code: 1, message: 'Session ID unknown' }])
    }
  })
})

/** What may happen while workers are being restarted: all of them are new in the end. */
const RESTARTS: [what: string, happens: () => Promise<void>][] = [
  [
    'are all started after SIGUSR2, also if one was killed, and its replacement is being started',
    async () => {
      const [killed, other] = ready()
      process.kill(killed!, 'SIGKILL')
      const replacements = async (): Promise<number[]> =>
        (await workers()).filter((pid) => pid !== killed && pid !== other)
      await expect.poll(replacements).toHaveLength(1)
      const before = await workers()
      server.signal('SIGUSR2')
      await restarted()
      await expectOnlyNew(before)
      expect(ready()).toHaveLength(5)
    },
  ],
  [
    'are two after SIGUSR2, also if one is killed while its replacement is paused',
    async () => {
      const before = ready()
      process.kill(before[0]!, 'SIGKILL')
      await expect.poll(() => logged().filter(({ msg }) => msg === 'a worker died')).toHaveLength(1)
      server.signal('SIGUSR2')
      await restarted()
      await expectOnlyNew(before)
    },
  ],
  [
    'are two after SIGUSR2, also if one is killed while its successor starts',
    async () => {
      const before = ready()
      server.signal('SIGUSR2')
      await expect.poll(workers).toHaveLength(3)
      process.kill(before[0]!, 'SIGKILL')
      await restarted()
      await expectOnlyNew(before)
      expect(ready()).toHaveLength(4)
    },
  ],
  [
    'are all started after a second SIGUSR2 that comes while they are being restarted',
    async () => {
      server.signal('SIGUSR2')
      await expect.poll(() => ready().length).toBe(3)
      const before = await workers()
      expect(restarts()).toBe(0)
      server.signal('SIGUSR2')
      await restarted()
      await expectOnlyNew(before)
    },
  ],
]

describe('two workers that are disturbed', () => {
  beforeEach(startTwo)
  afterEach(() => server?.destroy())

  it('restart in turn in the middle of a game, and no move is lost', async () => {
    const before = ready()
    await playAndCheck(async () => {
      server.signal('SIGUSR2')
      await restarted()
    })
    const after = ready().slice(2)
    expect(after).toHaveLength(2)
    expect(before.map(isAlive)).toEqual([false, false])
    expect(after.map(isAlive)).toEqual([true, true])
    expect(logged().filter(({ msg }) => msg === 'a worker died')).toEqual([])
    // Each old worker was drained after its successor had become ready.
    const times = (text: string): number[] => logged().flatMap(({ msg, time }) => (msg === text ? [time] : []))
    const [successors, drained] = [times('a worker is ready').slice(2), times('stopping')]
    const turns = [successors[0]!, drained[0]!, successors[1]!, drained[1]!]
    expect(turns).toEqual([...turns].sort((one, other) => one - other))
  })

  it.each(drawn(RESTARTS, 2))('%s', (_what, happens) => happens())

  it('replace one that is killed, and no acknowledged move is lost', async () => {
    await playAndCheck(async () => {
      process.kill(ready()[0]!, 'SIGKILL')
      await expect.poll(() => ready().length).toBe(3)
    })
    expect(logged().some(({ msg, worker }) => msg === 'a worker died' && worker === ready()[0])).toBe(true)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('have one page of figures, which are of all of them', async () => {
    const sockets: Socket[] = []
    try {
      for (let n = 0; n < 8; n += 1) {
        const { token } = await becomeGuest(server.url, 'Ada')
        const socket = io(server.url, { auth: { token }, transports: ['websocket'], forceNew: true })
        sockets.push(socket)
        await new Promise<void>((resolve) => socket.once('connect', resolve))
      }
      const page = await (await fetch(`${server.url}/metrics`)).text()
      expect(page).toMatch(/^curia_sockets 8$/m)
      expect(page).toMatch(/^curia_http_request_duration_seconds_count\{[^}]*route="\/v1\/players"[^}]*\} 8$/m)
      expect(page).toMatch(/^curia_outbox_backlog \d+$/m)
    } finally {
      for (const socket of sockets) socket.disconnect()
    }
  })

  it('all stop in good order on SIGTERM', async () => {
    const table = await seatTwo(server.url)
    try {
      expect(await server.end('SIGTERM')).toBe(0)
      expect(logged().filter(({ msg }) => msg === 'stopped')).toHaveLength(2)
      expect(ready().map(isAlive)).toEqual([false, false])
    } finally {
      table.close()
    }
  })

  it('stop when their primary is killed', async () => {
    const pids = ready()
    await server.end('SIGKILL')
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  })
})

describe('workers that start', () => {
  afterEach(() => server?.destroy())

  it('are all started after a SIGUSR2 that comes while the server starts', async () => {
    let before: number[] = []
    server = await startServer({ ...stores.environment, WORKERS: '2' }, async (pid) => {
      await expect.poll(() => workersOf(pid)).toHaveLength(2)
      before = await workersOf(pid)
      process.kill(pid, 'SIGUSR2')
    })
    await restarted()
    expect(ready().slice(0, 2).sort()).toEqual(before.sort())
    await expectOnlyNew(before)
  })
})

it('Workers that cannot start end the process', async () => {
  const wrong = startServer({
    ...stores.environment,
    WORKERS: '2',
    DATABASE_URL: `${stores.environment.DATABASE_URL}_missing`,
  })
  await expect(wrong).rejects.toThrow('the server ended with code 1')
})
