import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { REDIS_HOST, RedisProcess } from '../support/redis-process.ts'

/** A server, its replica, and a sentinel that makes the replica the server when asked to. */
export interface SentinelServers {
  url: string
  /** Asks the server that is the master now. */
  master<T>(question: (redis: Redis) => Promise<T>): Promise<T>
  /** Asks the other one. */
  replica<T>(question: (redis: Redis) => Promise<T>): Promise<T>
  /** The replica takes over. Resolves when it has, and the former master is its replica. */
  failOver(): Promise<void>
  /** Stops all of them and removes their folder. */
  destroy(): Promise<void>
}

const NAME = 'main'

export async function startSentinel(): Promise<SentinelServers> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-sentinel-'))
  const abandon = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', abandon)
  const started: RedisProcess[] = []
  const start = async (options: Record<string, string | number>, sentinel = false): Promise<RedisProcess> => {
    const one = await RedisProcess.start(folder, () => options, sentinel)
    started.push(one)
    return one
  }
  const destroy = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.end('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  const inMemory = { save: '""', appendonly: 'no', 'repl-diskless-sync-delay': 0 }
  try {
    const first = await start(inMemory)
    const second = await start({ ...inMemory, replicaof: `${REDIS_HOST} ${first.port}` })
    const sentinel = await start({
      [`sentinel monitor ${NAME}`]: `${REDIS_HOST} ${first.port} 1`,
      [`sentinel down-after-milliseconds ${NAME}`]: 60_000,
      [`sentinel failover-timeout ${NAME}`]: 60_000,
    }, true)
    const servers: [master: RedisProcess, replica: RedisProcess] = [first, second]
    const isReplicated = (): Promise<void> =>
      servers[1].until(async (redis) => (await redis.info('replication')).includes('master_link_status:up'))
    const sentinelKnows = (): Promise<void> =>
      sentinel.until(async (redis) => {
        const [known] = (await redis.call('SENTINEL', 'REPLICAS', NAME)) as string[][]
        const port = String(servers[1].port)
        return ['master-link-status', 'ok', port].every((text) => known?.includes(text))
      })
    await isReplicated()
    await sentinelKnows()
    return {
      url: `redis+sentinel://${REDIS_HOST}:${sentinel.port}/${NAME}`,
      master: (question) => servers[0].ask(question),
      replica: (question) => servers[1].ask(question),
      failOver: async () => {
        await sentinel.ask((redis) => redis.call('SENTINEL', 'FAILOVER', NAME))
        servers.reverse()
        await sentinel.until(async (redis) => {
          const address = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[]
          return address[1] === String(servers[0].port)
        })
        await isReplicated()
      },
      destroy,
    }
  } catch (error) {
    await destroy()
    throw error
  }
}
