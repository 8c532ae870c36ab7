import { startPostgres } from '../test/support/postgres.ts'
import type { LoadOptions } from './load/load.ts'
import type { TargetName } from './load/targets/index.ts'
import { startBotPlayers } from './servers/bot-players.ts'
import { startCuria } from './servers/curia.ts'
import { startPeer } from './servers/peers.ts'
import type { Running } from './servers/process.ts'
import type { Fsync } from './servers/redis.ts'
import { startRedis } from './servers/redis.ts'

/** A server under measurement with all of its processes, started fresh for each round. */
export interface Contender {
  name: string
  target: TargetName
  /** What its load has that the others' loads in the same table have not. */
  load?: Partial<LoadOptions>
  start(): Promise<Started>
}

export interface Started {
  urls: string[]
  /** By name: `server` (or `server 1`, `server 2`), `redis` and `postgres`. */
  processes: Record<string, number>
  redisUrl?: string
  end(): Promise<void>
}

interface CuriaSetup {
  name: string
  checkout: string
  store: 'embedded' | Fsync
  nodes?: number
  /** Matches against bots of the level `club` that are played next to the load. */
  bots?: number
  /** Options of Node, as an operator gives them. */
  nodeOptions?: string
}

/** Curia out of a built checkout: embedded, or on a Redis and a Postgres that its nodes share. */
export function curiaIn({ name, checkout, store, nodes = 1, bots, nodeOptions }: CuriaSetup): Contender {
  return {
    name,
    target: 'curia',
    async start() {
      const shared = store === 'embedded' ? {} : { redis: await startRedis(store), postgres: await startDatabase() }
      const { redis, postgres } = shared
      const servers: (Running & { url: string })[] = []
      for (let node = 0; node < nodes; node += 1) {
        const stores = { ...(redis && { redisUrl: redis.url }), ...(postgres && { databaseUrl: postgres.url }) }
        servers.push(await startCuria({ checkout, ...stores, ...(nodeOptions !== undefined && { nodeOptions }) }))
      }
      const players = bots === undefined ? undefined : await startBotPlayers(servers[0]!.url, bots)
      return together(servers, { ...shared, players })
    },
  }
}

async function startDatabase(): Promise<Running & { url: string }> {
  const postgres = await startPostgres({ syncs: true })
  return { pid: postgres.pid, url: postgres.url, end: () => postgres.destroy() }
}

/** The peers, with what they measure. `redis`: the peer stores its state in Redis. */
export const PEERS: readonly Contender[] = [
  peer('Colyseus, memory only', 'colyseus', 'colyseus.mjs'),
  peer('floor: Socket.IO and Redis', 'plain', 'sio.mjs', 'everysec'),
  peer('boardgame.io, memory only', 'boardgame', 'bgio.cjs'),
]

/** What everything is compared with. */
export const FLOOR = PEERS[1]!

function peer(name: string, target: TargetName, script: string, fsync?: Fsync): Contender {
  return {
    name,
    target,
    async start() {
      const redis = fsync === undefined ? undefined : await startRedis(fsync)
      return together([await startPeer(script, ...(redis ? [redis.url] : []))], { redis })
    },
  }
}

interface Around {
  redis?: (Running & { url: string }) | undefined
  postgres?: Running | undefined
  players?: Running | undefined
}

function together(servers: (Running & { url: string })[], { redis, postgres, players }: Around): Started {
  const named = servers.map(({ pid }, index) => [servers.length === 1 ? 'server' : `server ${index + 1}`, pid] as const)
  return {
    urls: servers.map(({ url }) => url),
    processes: {
      ...Object.fromEntries(named),
      ...(redis && { redis: redis.pid }),
      ...(postgres && { postgres: postgres.pid }),
    },
    ...(redis && { redisUrl: redis.url }),
    end: async () => {
      await players?.end()
      await Promise.all(servers.map((server) => server.end()))
      await Promise.all([redis?.end(), postgres?.end()])
    },
  }
}
