import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { ProcessOptions } from './redis-process.ts'
import { REDIS_HOST, RedisProcess } from './redis-process.ts'

/** A Redis that belongs to one test, on free ports, in a folder that is removed with it. */
export interface RedisServer {
  /** Stays the same through stops and starts. */
  url: string
  /** The addresses of its nodes: three for a cluster, else one. */
  nodes: { host: string; port: number }[]
  /** Stops it as an operator would, which cuts all connections. Does nothing if it is stopped. */
  stop(): Promise<void>
  /** Kills it, as a lack of memory would. */
  kill9(): Promise<void>
  /** Starts it again after a stop or a kill, with what it had written. */
  restart(): Promise<void>
  /** Asks each of its nodes, over a connection of its own. */
  ask(question: (redis: Redis) => Promise<unknown>): Promise<void>
  /** Freezes its processes: it neither answers nor closes connections. */
  freeze(): void
  /** Lets frozen processes go on. */
  thaw(): void
  /** Stops the server permanently and removes its folder. */
  destroy(): Promise<void>
}

export interface RedisKind {
  /** Everything is on the disk before it is answered. Without it nothing is ever written. */
  aof?: boolean
  /** Three masters share the keys. */
  cluster?: boolean
  /** Variables of the environment of its processes. */
  environment?: Record<string, string>
}

const MISSING = 'Redis is not installed. On Debian or Ubuntu: apt-get install -y redis-server'
const LAST_SLOT = 16_383

/** Starts a server. @throws Error with the command that installs Redis, where it is missing. */
export async function startRedis({ aof = false, cluster = false, environment }: RedisKind = {}): Promise<RedisServer> {
  if (spawnSync('redis-server', ['--version']).status !== 0) throw new Error(MISSING)
  const folder = await mkdtemp(join(tmpdir(), 'curia-redis-'))
  const abandon = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', abandon)
  const options: ProcessOptions = (_port, busPort) => ({
    save: '""',
    appendonly: aof ? 'yes' : 'no',
    appendfsync: 'always',
    ...(cluster && { 'cluster-enabled': 'yes', 'cluster-port': busPort, 'cluster-node-timeout': 5000 }),
  })
  const nodes: RedisProcess[] = []
  const each = async (what: (node: RedisProcess) => Promise<void>): Promise<void> => {
    await Promise.all(nodes.map(what))
  }
  const ready = (): Promise<void> => each((node) => node.answers(cluster ? nodes.length : 1))
  const destroy = async (): Promise<void> => {
    await each((node) => node.end('SIGKILL'))
    await rm(folder, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  try {
    for (let number = 0; number < (cluster ? 3 : 1); number += 1) {
      nodes.push(await RedisProcess.start(folder, options, { environment }))
    }
    if (cluster) await joinCluster(nodes)
    await ready()
  } catch (error) {
    await destroy()
    throw error
  }
  return {
    url: `${cluster ? 'redis+cluster' : 'redis'}://${REDIS_HOST}:${nodes[0]!.port}`,
    nodes: nodes.map(({ port }) => ({ host: REDIS_HOST, port })),
    stop: () => each((node) => node.end('SIGTERM')),
    kill9: () => each((node) => node.end('SIGKILL')),
    restart: async () => {
      await each((node) => node.restart())
      await ready()
    },
    ask: (question) => each(async (node) => void (await node.ask(question))),
    freeze: () => nodes.forEach((node) => node.signal('SIGSTOP')),
    thaw: () => nodes.forEach((node) => node.signal('SIGCONT')),
    destroy,
  }
}

async function joinCluster(nodes: RedisProcess[]): Promise<void> {
  const share = Math.ceil((LAST_SLOT + 1) / nodes.length)
  for (const [index, node] of nodes.entries()) {
    const first = index * share
    await node.ask((redis) => redis.cluster('ADDSLOTSRANGE', first, Math.min(first + share - 1, LAST_SLOT)))
    // Each node needs a number of its own. Without one, nodes have to agree on their numbers first.
    await node.ask((redis) => redis.cluster('SET-CONFIG-EPOCH', index + 1))
  }
  const [first, ...rest] = nodes
  for (const { port, busPort } of rest) {
    await first!.ask((redis) => redis.call('CLUSTER', 'MEET', REDIS_HOST, port, busPort))
  }
}

/** Asks a Redis over a connection of its own, which ends with the answer. */
export async function withRedis<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url)
  try {
    return await ask(redis)
  } finally {
    redis.disconnect()
  }
}
