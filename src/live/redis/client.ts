import { Cluster, Redis } from 'ioredis'
import type { CommonRedisOptions } from 'ioredis'
import type { Address } from './address.ts'

/** In ms. */
export interface RedisTimes {
  /** What is not answered by then counts as not answered. */
  answer: number
  /** The longest wait before another attempt to connect. */
  reconnect: number
  /** Between two looks after the followed shards: for expired connections of players and for lost messages. */
  tend: number
}

export const TIMES: RedisTimes = { answer: 3000, reconnect: 1000, tend: 5000 }

const FIRST_RECONNECT = 50
/** In a cluster a command may come to a node that is just being connected to, or to the wrong one: after so long it is sent again. */
const REDIRECT = 50

/** How long to wait before the next attempt to connect; the first is number 1. Ends in chance, so that nodes don't come all at once. */
export const reconnectDelay = (attempt: number, longest: number): number =>
  Math.min(FIRST_RECONNECT * 2 ** Math.min(attempt - 1, 10), longest) * (0.5 + Math.random() / 2)

/** What could not be sent, or got no answer, is not kept for when the server is back: the caller has long been told. */
const commandOptions = ({ answer }: RedisTimes): CommonRedisOptions => ({
  connectTimeout: answer,
  // A server that is silent for so long, with commands waiting, is given up.
  socketTimeout: answer * 2,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // A server that was the master of another and is no more.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
})

/** A connection for commands. It stays, and reconnects, until it is told to disconnect. */
export function openClient(address: Address, times: RedisTimes): Redis | Cluster {
  const retry = (attempt: number): number => reconnectDelay(attempt, times.reconnect)
  if (address.kind === 'single') {
    return new Redis(address.url, { ...commandOptions(times), enableOfflineQueue: false, retryStrategy: retry })
  }
  return new Cluster(address.nodes, {
    clusterRetryStrategy: retry,
    enableOfflineQueue: false,
    // So that no command is still on its way when its time is up.
    maxRedirections: Math.ceil(times.answer / REDIRECT / 2),
    retryDelayOnFailover: REDIRECT,
    retryDelayOnClusterDown: REDIRECT,
    retryDelayOnTryAgain: REDIRECT,
    slotsRefreshTimeout: times.answer,
    redisOptions: { ...commandOptions(times), ...credentials(address) },
  })
}

/**
 * A connection for subscriptions, not yet made. It does not reconnect: another one is opened instead, in a cluster perhaps to
 * another node.
 */
export function openSubscriber(address: Address, client: Redis | Cluster, { answer }: RedisTimes): Redis {
  const options: CommonRedisOptions & { lazyConnect: true } = {
    lazyConnect: true,
    connectTimeout: answer,
    commandTimeout: answer,
    retryStrategy: null,
    autoResubscribe: false,
  }
  if (address.kind === 'single') return new Redis(address.url, options)
  const known = client instanceof Cluster ? client.nodes('master').map((node) => node.options) : []
  const nodes = known.length > 0 ? known : address.nodes
  const { host, port } = nodes[Math.floor(Math.random() * nodes.length)]!
  return new Redis({ ...options, ...credentials(address), host, port })
}

function credentials(address: Address & { kind: 'cluster' }): CommonRedisOptions & { tls?: object } {
  const { username, password, tls } = address
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) }
}
