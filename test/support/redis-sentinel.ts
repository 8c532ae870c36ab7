import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { REDIS_HOST, RedisProcess } from './redis-process.ts'

/** A server, its replica, and a sentinel that makes the replica the server when asked to. */
export interface SentinelServers {
  url: string
  /** Asks the server that is the master now. */
  master<T>(question: (redis: Redis) => Promise<T>): Promise<T>
  /** Asks the other one. */
  replica<T>(question: (redis: Redis) => Promise<T>): Promise<T>
  /** The replica takes over. Resolves when it has, and the former master is its replica. */
  failOver(): Promise<void>
  /** From now on the replica gets nothing of what is written. */
  detachReplica(): Promise<void>
  /** Kills the master. Resolves when the replica has taken over. */
  crashMaster(): Promise<void>
  /** Starts the former master again. Resolves when it is a replica that is in step. */
  restoreReplica(): Promise<void>
  /** Stops all of them and removes their folder. */
  destroy(): Promise<void>
}

export interface SentinelOptions {
  /** Everything is on the disk before it is answered. Without it nothing is ever written. */
  aof?: boolean
  /** A master that does not answer the sentinel for so long (ms) is replaced. */
  downAfterMs?: number
}

const NAME = 'main'
/** Nothing listens there. */
const NO_PORT = 1

export async function startSentinel({
  aof = false,
  downAfterMs = 60_000,
}: SentinelOptions = {}): Promise<SentinelServers> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-sentinel-'))
  const abandon = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', abandon)
  const started: RedisProcess[] = []
  const start = async (options: Record<string, string | number>, sentinel = false): Promise<RedisProcess> => {
    const one = await RedisProcess.start(folder, () => options, { sentinel })
    started.push(one)
    return one
  }
  const destroy = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.end('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  const storing = {
    save: '""',
    appendonly: aof ? 'yes' : 'no',
    appendfsync: 'always',
    'repl-diskless-sync-delay': 0,
  }
  try {
    const first = await start(storing)
    const second = await start({ ...storing, replicaof: `${REDIS_HOST} ${first.port}` })
    const sentinel = await start(
      {
        [`sentinel monitor ${NAME}`]: `${REDIS_HOST} ${first.port} 1`,
        [`sentinel down-after-milliseconds ${NAME}`]: downAfterMs,
        [`sentinel failover-timeout ${NAME}`]: 60_000,
      },
      true,
    )
    const servers: [master: RedisProcess, replica: RedisProcess] = [first, second]
    const isReplicated = (): Promise<void> =>
      servers[1].until(async (redis) => (await redis.info('replication')).includes('master_link_status:up'))
    const sentinelKnows = (): Promise<void> =>
      sentinel.until(async (redis) => {
        const [known] = (await redis.call('SENTINEL', 'REPLICAS', NAME)) as string[][]
        const port = String(servers[1].port)
        return ['master-link-status', 'ok', port].every((text) => known?.includes(text))
      })
    /** Resolves when the sentinel names another master than before. */
    const hasTakenOver = async (): Promise<void> => {
      servers.reverse()
      await sentinel.until(async (redis) => {
        const address = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[]
        return address[1] === String(servers[0].port)
      })
    }
    await isReplicated()
    await sentinelKnows()
    return {
      url: `redis+sentinel://${REDIS_HOST}:${sentinel.port}/${NAME}`,
      master: (question) => servers[0].ask(question),
      replica: (question) => servers[1].ask(question),
      failOver: async () => {
        await sentinel.ask((redis) => redis.call('SENTINEL', 'FAILOVER', NAME))
        await hasTakenOver()
        await isReplicated()
      },
      detachReplica: async () => {
        await servers[1].ask((redis) => redis.replicaof(REDIS_HOST, NO_PORT))
      },
      crashMaster: async () => {
        await servers[0].end('SIGKILL')
        await hasTakenOver()
        await servers[0].until(async (redis) => (await redis.info('replication')).includes('role:master'))
      },
      restoreReplica: async () => {
        await servers[1].restart()
        await isReplicated()
      },
      destroy,
    }
  } catch (error) {
    await destroy()
    throw error
  }
}
