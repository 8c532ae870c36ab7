import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** A Redis of this test's own, on free ports, in a folder that is removed with it. */
export interface RedisServer {
  /** The same for as long as the server lives, through stops and starts. */
  url: string
  /** The address of each of its nodes: three for a cluster, else one. */
  nodes: { host: string; port: number }[]
  /** Stops it as an operator would; connections are cut. Does nothing if it is stopped. */
  stop(): Promise<void>
  /** Kills it, as a lack of memory would. */
  kill9(): Promise<void>
  /** Starts it again after either. What it has then is what it had written. */
  restart(): Promise<void>
  /** Holds it still, so that it neither answers nor hangs up. */
  freeze(): void
  /** Lets it go on. */
  thaw(): void
  /** Stops it for good and removes its folder. */
  destroy(): Promise<void>
}

export interface RedisKind {
  /** Everything is on the disk before it is answered. Without: nothing ever is. */
  aof?: boolean
  /** Three masters that share the keys. */
  cluster?: boolean
}

const MISSING = 'Redis is not installed. On Debian or Ubuntu: apt-get install -y redis-server'
const HOST = '127.0.0.1'
const LAST_SLOT = 16_383

/** Starts a server. Refuses with the command that installs Redis where it is missing. */
export async function startRedis({ aof = false, cluster = false }: RedisKind = {}): Promise<RedisServer> {
  if (spawnSync('redis-server', ['--version']).status !== 0) throw new Error(MISSING)
  const folder = await mkdtemp(join(tmpdir(), 'curia-redis-'))
  const abandon = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', abandon)
  const nodes: Node[] = []
  const each = async (what: (node: Node) => Promise<void>): Promise<void> => {
    await Promise.all(nodes.map(what))
  }
  const ready = (): Promise<void> => each((node) => node.answers(cluster ? nodes.length : 1))
  const destroy = async (): Promise<void> => {
    await each((node) => node.end('SIGKILL'))
    await rm(folder, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  try {
    for (let number = 0; number < (cluster ? 3 : 1); number += 1) nodes.push(await Node.start(folder, aof, cluster))
    if (cluster) await joinCluster(nodes)
    await ready()
  } catch (error) {
    await destroy()
    throw error
  }
  return {
    url: `${cluster ? 'redis+cluster' : 'redis'}://${HOST}:${nodes[0]!.port}`,
    nodes: nodes.map(({ port }) => ({ host: HOST, port })),
    stop: () => each((node) => node.end('SIGTERM')),
    kill9: () => each((node) => node.end('SIGKILL')),
    restart: async () => {
      await each((node) => node.restart())
      await ready()
    },
    freeze: () => nodes.forEach((node) => node.signal('SIGSTOP')),
    thaw: () => nodes.forEach((node) => node.signal('SIGCONT')),
    destroy,
  }
}

/** One process. */
class Node {
  readonly port: number
  readonly busPort: number
  readonly #arguments: string[]
  #process: ChildProcess | undefined
  #said = ''

  private constructor(port: number, busPort: number, options: string[]) {
    this.port = port
    this.busPort = busPort
    this.#arguments = options
  }

  /** Another may take a port between the moment it is found free and its use: then others are tried. */
  static async start(folder: string, aof: boolean, cluster: boolean): Promise<Node> {
    for (let attempt = 1; ; attempt += 1) {
      const [port, busPort] = await freePorts()
      const dir = await mkdtemp(join(folder, 'node-'))
      const options = {
        port, dir, bind: HOST, save: '', appendonly: aof ? 'yes' : 'no', appendfsync: 'always',
        ...(cluster && { 'cluster-enabled': 'yes', 'cluster-port': busPort, 'cluster-node-timeout': 5000 }),
      }
      const node = new Node(port, busPort, Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]))
      try {
        await node.restart()
        return node
      } catch (error) {
        if (attempt === 3) throw error
      }
    }
  }

  async restart(): Promise<void> {
    const child = spawn('redis-server', this.#arguments, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = child
    this.#said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-4000)))
    // Whatever becomes of this process: when it ends, so does the pipe, and with the pipe the server.
    const watcher = spawn('sh', ['-c', `cat; kill -9 ${child.pid}`], { stdio: ['pipe', 'ignore', 'ignore'] })
    child.once('exit', () => watcher.kill('SIGKILL'))
    await this.#until(async (redis) => (await redis.ping()) === 'PONG')
  }

  /** Resolves when the node works, in a cluster of so many. */
  answers(size: number): Promise<void> {
    return this.#until(async (redis) => {
      if (size === 1) return true
      const info = await redis.cluster('INFO')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`)
    })
  }

  /** Asks it one thing. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({ host: HOST, port: this.port, lazyConnect: true, retryStrategy: null, connectTimeout: 2000, commandTimeout: 2000 })
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      return await question(redis)
    } finally {
      redis.disconnect()
    }
  }

  async #until(condition: (redis: Redis) => Promise<boolean>): Promise<void> {
    while (!(await this.ask(condition).catch(() => false))) {
      if (this.#hasEnded()) throw new Error(`redis-server did not start: ${this.#said}`)
      await delay(20)
    }
  }

  async end(how: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(how)
    // One that is held still ends by nothing else.
    child.kill('SIGCONT')
    await exited
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name)
  }

  #hasEnded(): boolean {
    return this.#process === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null
  }
}

async function joinCluster(nodes: Node[]): Promise<void> {
  const share = Math.ceil((LAST_SLOT + 1) / nodes.length)
  for (const [index, node] of nodes.entries()) {
    const first = index * share
    await node.ask((redis) => redis.cluster('ADDSLOTSRANGE', first, Math.min(first + share - 1, LAST_SLOT)))
    // Each needs a number of its own, or two might settle between them whose turn it is.
    await node.ask((redis) => redis.cluster('SET-CONFIG-EPOCH', index + 1))
  }
  const [first, ...rest] = nodes
  for (const { port, busPort } of rest) await first!.ask((redis) => redis.call('CLUSTER', 'MEET', HOST, port, busPort))
}

async function freePorts(): Promise<[number, number]> {
  const probes = [createServer(), createServer()] as const
  for (const probe of probes) await once(probe.listen(0, HOST), 'listening')
  const [first, second] = probes.map((probe) => (probe.address() as AddressInfo).port)
  for (const probe of probes) await once(probe.close(), 'close')
  return [first!, second!]
}
