import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The server as it is run by an operator: a process of its own, reached by its address alone. */
export interface Server {
  /** The same for as long as it lives, through kills and starts. */
  url: string
  /** All that it has written to its outputs, logs and all. */
  output(): string
  /** Ends it with a signal and returns its exit code, null if it was killed. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
  /** Starts it again, with what it kept. */
  start(): Promise<void>
  /** Kills it if it runs, and removes its folder. */
  destroy(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GREETING = /listens on (http:\/\/\S+)/

/** Neither the tests' many moves nor their many guests are what limits are for. */
const NO_LIMITS = { RATE_LIMIT_HTTP: '1000000', RATE_LIMIT_GUESTS: '1000000', RATE_LIMIT_SOCKET: '100000' }

/** Starts a server on a free port, with a folder of its own, and waits until it listens. */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-server-'))
  let running: ChildProcess | undefined
  let output = ''
  let port = '0'

  const start = async (): Promise<void> => {
    // In a folder without a .env, and with nothing of this process's environment that could configure it.
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(ROOT, 'src/main.ts')], {
      cwd: folder,
      env: {
        PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'debug',
        ...NO_LIMITS, ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    process.once('exit', () => child.kill('SIGKILL'))
    const before = output.length
    const greeted = new Promise<string>((resolve, reject) => {
      const read = (text: string): void => {
        output += text
        const url = GREETING.exec(output.slice(before))?.[1]
        if (url !== undefined) resolve(url)
      }
      child.stdout.setEncoding('utf8').on('data', read)
      child.stderr.setEncoding('utf8').on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${output.slice(before)}`)))
    })
    port = new URL(await greeted).port
  }

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await exited)[0]
  }

  const destroy = async (): Promise<void> => {
    await end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await destroy()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, output: () => output, end, start, destroy }
}
