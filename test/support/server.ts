import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer } from './build.ts'
import { endWithUs, hasEnded } from './child.ts'
import { copyEmptyHistory } from './empty-history.ts'
import { freePort } from './free-port.ts'

/** The server as an operator runs it: a process of its own, reached by its address alone. */
export interface Server {
  /** The same for as long as the server lives, through kills and starts. */
  url: string
  /** All that the server has written to its outputs, its log included. */
  output(): string
  /** Ends the server with a signal and returns its exit code, null if it was killed. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
  /** Sends the server a signal that does not end it. */
  signal(name: NodeJS.Signals): void
  /** Starts the server again, with what it stored. */
  start(): Promise<void>
  /** Kills the server if it runs, and removes its folder. */
  destroy(): Promise<void>
}

/** As `npm start`: a start optimises less of the embedded Postgres, which saves a quarter of its processor time. */
const NODE_OPTIONS = ['--wasm-tiering-budget=20000000']

const GREETING = /listens on (http:\/\/\S+)/

/** Limits are not meant for the many moves and guests of tests, and a loaded machine may stop slowly. */
const NO_LIMITS = {
  RATE_LIMIT_HTTP: '1000000',
  RATE_LIMIT_GUESTS: '1000000',
  RATE_LIMIT_SOCKET: '100000',
  CONNECTIONS_PER_ADDRESS: '100000',
  SHUTDOWN_GRACE: '5m',
}

/**
 * Starts the compiled server on a free port, with a folder of its own, and waits until it listens. Its database is
 * there already: test/app/main.test.ts tests a start in an empty folder, which takes seconds.
 * @param meanwhile is called with its process id, before it listens.
 * @param program its main module; by default, that of the sources as they are now
 */
export async function startServer(
  environment: Record<string, string> = {},
  meanwhile: (pid: number) => Promise<void> = () => Promise.resolve(),
  program?: string,
): Promise<Server> {
  const main = program ?? (await builtServer())
  const folder = await mkdtemp(join(tmpdir(), 'curia-server-'))
  let running: ChildProcess | undefined
  let output = ''
  let port = String(await freePort())

  const start = async (): Promise<void> => {
    // The folder has no .env, and the environment of this process is not passed on: neither can configure the server.
    const child = spawn(process.execPath, [...NODE_OPTIONS, main], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'debug',
        TMPDIR: folder,
        ...NO_LIMITS,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    endWithUs(child)
    const before = output.length
    const greeted = new Promise<string>((resolve, reject) => {
      let greeting: string | undefined
      const read = (text: string): void => {
        output += text
        // Only until it is found: a search in all that was logged, for each piece of it, would take most of the time.
        if (greeting !== undefined) return
        greeting = GREETING.exec(output.slice(before))?.[1]
        if (greeting !== undefined) resolve(greeting)
      }
      child.stdout.setEncoding('utf8').on('data', read)
      child.stderr.setEncoding('utf8').on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${output.slice(before)}`)))
    })
    port = new URL((await Promise.all([greeted, meanwhile(child.pid!)]))[0]).port
  }

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const child = running
    running = undefined
    if (!child || hasEnded(child)) return child?.exitCode ?? null
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exited)[0]
  }

  const destroy = async (): Promise<void> => {
    await end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }

  try {
    if (environment.DATABASE_URL === undefined) await copyEmptyHistory(join(folder, 'data/history'))
    await start()
  } catch (error) {
    await destroy()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    end,
    signal: (name) => void running?.kill(name),
    start,
    destroy,
  }
}
