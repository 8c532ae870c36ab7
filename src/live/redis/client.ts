import type { CommonRedisOptions, RedisOptions } from 'ioredis'
import { Cluster, Redis } from 'ioredis'
import { backoff } from '../../time/index.ts'
import type { Address } from './address.ts'

/** In ms. */
export interface RedisTimes {
  /** A command without an answer by then counts as not answered. */
  answer: number
  /** The longest pause before another attempt to connect. */
  reconnect: number
  /** Between two polls for lost messages, which also remove expired connections of players. */
  poll: number
}

export const TIMES: RedisTimes = { answer: 3000, reconnect: 1000, poll: 5000 }

export const FIRST_RECONNECT_MS = 50
/**
 * In a cluster a command may reach a node before it is connected to, or the wrong node: after so long it is sent again.
 */
const REDIRECT_MS = 50

/** A command that could not be sent, or got no answer, is not sent later: the caller has been told. */
const commandOptions = ({ answer }: RedisTimes): CommonRedisOptions => ({
  connectTimeout: answer,
  commandTimeout: answer,
  // A server that has been silent for so long, although it owes answers, is given up.
  socketTimeout: answer * 2,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
})

/** A connection for commands. It reconnects until it is told to disconnect. */
export function openClient(address: Address, times: RedisTimes): Redis | Cluster {
  const retry = (attempt: number): number => backoff(attempt, { first: FIRST_RECONNECT_MS, longest: times.reconnect })
  const options = { ...commandOptions(times), enableOfflineQueue: false }
  switch (address.kind) {
    case 'single':
      return new Redis(address.url, { ...options, retryStrategy: retry })
    case 'sentinel':
      return new Redis({ ...options, ...sentinelOptions(address, times), retryStrategy: retry })
    case 'cluster':
      return new Cluster(address.nodes, {
        clusterRetryStrategy: retry,
        enableOfflineQueue: false,
        // No command is still redirected when its time is over.
        maxRedirections: Math.ceil(times.answer / REDIRECT_MS / 2),
        retryDelayOnFailover: REDIRECT_MS,
        retryDelayOnClusterDown: REDIRECT_MS,
        retryDelayOnTryAgain: REDIRECT_MS,
        slotsRefreshTimeout: times.answer,
        redisOptions: { ...commandOptions(times), ...credentials(address) },
      })
  }
}

/**
 * Makes connections for subscriptions. Each is not yet made, and does not reconnect: another one takes its place, in a
 * cluster to the next node.
 */
export function subscriberConnections(address: Address, client: Redis | Cluster, times: RedisTimes): () => Redis {
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: times.answer,
    commandTimeout: times.answer,
    retryStrategy: null,
    autoResubscribe: false,
  }
  switch (address.kind) {
    case 'single':
      return () => new Redis(address.url, options)
    case 'sentinel':
      return () => new Redis({ ...options, ...sentinelOptions(address, times), sentinelRetryStrategy: () => null })
    case 'cluster': {
      // Not all servers of Curia begin with the same node.
      let turn = Math.floor(Math.random() * address.nodes.length)
      return () => {
        const known = client instanceof Cluster ? client.nodes('master').map((node) => node.options) : []
        const nodes = known.length > 0 ? known : address.nodes
        const { host, port } = nodes[turn++ % nodes.length]!
        return new Redis({ ...options, ...credentials(address), host, port })
      }
    }
  }
}

function sentinelOptions(address: Extract<Address, { kind: 'sentinel' }>, times: RedisTimes): RedisOptions {
  const { sentinels, name, database: db, tls } = address
  return {
    sentinels,
    name,
    db,
    ...credentials(address),
    ...(tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: times.answer,
    sentinelRetryStrategy: (attempt) => backoff(attempt, { first: FIRST_RECONNECT_MS, longest: times.reconnect }),
  }
}

type Secured = Extract<Address, { kind: 'cluster' | 'sentinel' }>

function credentials({ username, password, tls }: Secured): CommonRedisOptions & { tls?: object } {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) }
}
