import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

let dir: string
let running: Server[]
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
  /** Everything written so far. */
  out: () => string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** The server as a process of its own, with nothing of this one's environment but the path. */
function run(environment: Record<string, string> = {}): Server {
  const child = spawn(process.execPath, ['--import', TSX, MAIN], {
    cwd: dir,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(dir, 'data'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (written += text))
  const exited = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as NodeJS.Signals | null }))
  const server = { process: child, out: () => written, exited }
  running.push(server)
  return server
}

const origin = async ({ out }: Server): Promise<string> => {
  const find = (): string => /Curia listens on (http:\S+)/.exec(out())?.[1] ?? ''
  await vi.waitFor(() => expect(find(), out()).not.toBe(''), 60_000)
  return find()
}

describe('the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says where to connect, and stops in good order on %s', async (signal) => {
    const server = run()
    const url = await origin(server)
    expect(server.out()).toContain('live matches: in ')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    server.process.kill(signal)
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(server.out()).toContain('"stopped"')
  })

  it('stops at once on a second signal', async () => {
    const server = run({ SHUTDOWN_GRACE: '1h' })
    const { port } = new URL(await origin(server))
    // A request that never comes whole holds the server up.
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await fetch(`http://127.0.0.1:${port}/healthz`)
    server.process.kill('SIGTERM')
    await vi.waitFor(() => expect(server.out()).toContain('"stopping"'), 10_000)
    server.process.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 1, signal: null })
    socket.destroy()
  })

  it('cuts what is still open when the grace is over', async () => {
    const server = run({ SHUTDOWN_GRACE: '2s' })
    const { port } = new URL(await origin(server))
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await fetch(`http://127.0.0.1:${port}/healthz`)
    server.process.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    socket.destroy()
  })
})

describe('the process does not start', () => {
  it('with settings that are wrong, and names them without a stack', async () => {
    const server = run({ PORT: 'http', LOG_LEVEL: 'loud' })
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
    const server = run({ PORT: String((other.address() as AddressInfo).port) })
    expect((await server.exited).code).toBe(1)
    expect(server.out()).toContain('EADDRINUSE')
    other.close()
  })
})
