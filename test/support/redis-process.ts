import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { endWithUs, hasEnded } from './child.ts'
import { freePort } from './free-port.ts'

export const REDIS_HOST = '127.0.0.1'

/** The options of a process, once its ports are known. */
export type ProcessOptions = (port: number, busPort: number) => Record<string, string | number>

/** One process of redis-server. */
export class RedisProcess {
  readonly port: number
  readonly busPort: number
  readonly #arguments: string[]
  readonly #environment: Record<string, string>
  #process: ChildProcess | undefined
  #said = ''

  private constructor(port: number, busPort: number, commandLine: string[], environment: Record<string, string>) {
    this.port = port
    this.busPort = busPort
    this.#arguments = commandLine
    this.#environment = environment
  }

  /** Starts it on free ports, in a folder of its own within this one. */
  static async start(
    folder: string,
    options: ProcessOptions,
    { sentinel = false, environment = {} }: { sentinel?: boolean; environment?: Record<string, string> } = {},
  ): Promise<RedisProcess> {
    const [port, busPort, dir] = [await freePort(), await freePort(), await mkdtemp(join(folder, 'node-'))]
    const file = join(dir, 'redis.conf')
    const lines = Object.entries({ port, dir, bind: REDIS_HOST, ...options(port, busPort) })
    await writeFile(file, lines.map(([name, value]) => `${name} ${value}\n`).join(''))
    const started = new RedisProcess(port, busPort, [file, ...(sentinel ? ['--sentinel'] : [])], environment)
    await started.restart()
    return started
  }

  async restart(): Promise<void> {
    const child = spawn('redis-server', this.#arguments, {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#process = child
    this.#said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-4000)))
    endWithUs(child)
    await this.until(async (redis) => (await redis.ping()) === 'PONG')
  }

  /** Resolves when the node serves commands, in a cluster of so many nodes. */
  answers(size: number): Promise<void> {
    return this.until(async (redis) => {
      if (size === 1) return true
      const info = await redis.cluster('INFO')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`)
    })
  }

  /** Asks the process one thing, over a connection of its own. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({
      host: REDIS_HOST,
      port: this.port,
      lazyConnect: true,
      retryStrategy: null,
      connectTimeout: 2000,
      commandTimeout: 2000,
    })
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      return await question(redis)
    } finally {
      redis.disconnect()
    }
  }

  /** Resolves when what is asked comes true. @throws Error if the process has ended. */
  async until(condition: (redis: Redis) => Promise<boolean>): Promise<void> {
    while (!(await this.ask(condition).catch(() => false))) {
      if (hasEnded(this.#process)) throw new Error(`redis-server did not start: ${this.#said}`)
      await delay(20)
    }
  }

  async end(how: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || hasEnded(child)) return
    const exited = once(child, 'exit')
    child.kill(how)
    // A frozen process ends once it goes on.
    child.kill('SIGCONT')
    await exited
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name)
  }
}
