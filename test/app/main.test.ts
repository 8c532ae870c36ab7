import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtServer } from '../support/build.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { RawSocket } from '../support/raw-socket.ts'

const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

let compiled: string
let dir: string
let running: Server[]
beforeAll(async () => {
  compiled = await builtServer()
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-main-'))
  running = []
})
afterEach(async () => {
  for (const { process, exited } of running) {
    process.kill('SIGKILL')
    await exited
  }
  await rm(dir, { recursive: true, force: true })
})

interface Server {
  process: ChildProcess
  /** Everything that it has written so far. */
  out: () => string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** As `npm start`. */
const NODE_OPTIONS = ['--wasm-tiering-budget=20000000']

/** Runs the server as a process of its own, which gets nothing of the environment of this one but the path. */
function run(environment: Record<string, string> = {}, program: string[] = [compiled]): Server {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...program], {
    cwd: dir,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(dir, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (written += text))
  }
  const exited = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(([code, signal]) => ({
    code,
    signal,
  }))
  const server = { process: child, out: () => written, exited }
  running.push(server)
  return server
}

/** Runs the server in a folder where it was started before: the first start takes seconds. */
async function runAgain(environment?: Record<string, string>, program?: string[]): Promise<Server> {
  await copyEmptyHistory(join(dir, 'data/history'))
  return run(environment, program)
}

const origin = async ({ out }: Server): Promise<string> => {
  const find = (): string => /Curia listens on (http:\S+)/.exec(out())?.[1] ?? ''
  await expect.poll(() => find() || out()).toMatch(/^http:/)
  return find()
}

/** Sends a part of a request. The server waits for the rest, which does not come. */
async function holdUp(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n')
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()
  await expect.poll(metrics).toMatch(/^curia_http_requests_in_progress 2$/m)
  return socket
}

describe('the process', () => {
  it.each([
    ['of `npm start`', () => ['--import', TSX, SOURCE]],
    ['of the build', () => [compiled]],
  ])('%s starts in an empty folder, prints its address, and stops in good order on SIGTERM', async (_name, program) => {
    const server = run({ SHUTDOWN_GRACE: '5m' }, program())
    const url = await origin(server)
    expect(server.out()).toContain('live matches: in ')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/docs/`)).status).toBe(200)
    server.process.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(server.out()).toContain('"stopped"')
  })

  it('cuts the connections that are open when the grace is over, and stops in good order on SIGINT', async () => {
    const server = await runAgain({ SHUTDOWN_GRACE: '10s' })
    const socket = await holdUp(await origin(server))
    server.process.kill('SIGINT')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    socket.destroy()
  })

  it('stops in good order although a client does not answer when its WebSocket is closed', async () => {
    const server = await runAgain({ SHUTDOWN_GRACE: '20s' })
    const url = await origin(server)
    const body = JSON.stringify({ name: 'Ada' })
    const headers = { 'content-type': 'application/json' }
    const guest = await (await fetch(`${url}/v1/players`, { method: 'POST', headers, body })).json()
    const client = await RawSocket.connect(url, (guest as { token: string }).token)
    server.process.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(server.out()).toContain('"stopped"')
    client.destroy()
  })

  it('stops at once on a second signal', async () => {
    const server = await runAgain({ SHUTDOWN_GRACE: '1h' })
    const socket = await holdUp(await origin(server))
    server.process.kill('SIGTERM')
    await expect.poll(server.out).toContain('"stopping"')
    server.process.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 1, signal: null })
    socket.destroy()
  })

  it('ends after an unexpected failure, and logs it', async () => {
    const fault = "process.on('SIGUSR2', () => Promise.reject(new Error('a bug')))"
    const server = await runAgain({}, ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, compiled])
    await origin(server)
    server.process.kill('SIGUSR2')
    expect((await server.exited).code).toBe(1)
    expect(server.out()).toMatch(/"level":60,.*"a bug"/)
  })
})

describe('the process does not start', () => {
  it('with wrong settings, in the environment or in .env, which it names without a stack', async () => {
    await writeFile(join(dir, '.env'), 'LOG_LEVEL=loud\nHOST=nowhere at all\n')
    const server = run({ PORT: 'http' })
    expect((await server.exited).code).toBe(1)
    expect(server.out().trim().split('\n')).toEqual([
      'The configuration is not valid:',
      '  PORT: expected a whole number from 0 to 65535',
      '  LOG_LEVEL: expected trace, debug, info, warn, error, fatal or silent',
    ])
  })

  it('on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = run({ PORT: String(port) })
    expect((await server.exited).code).toBe(1)
    // One line, and nothing was opened before.
    expect(server.out()).toBe(`PORT: ${port} is in use on 127.0.0.1\n`)
    expect(await readdir(dir)).toEqual([])
    other.close()
  })

  it('on an address that the machine does not have', async () => {
    const server = run({ HOST: '192.0.2.1', PORT: '3000' })
    expect((await server.exited).code).toBe(1)
    expect(server.out()).toBe('HOST: 192.0.2.1 is no address of this machine\n')
  })
})
