import type { Redis } from 'ioredis'
import { Cluster } from 'ioredis'
import type { Logger } from 'pino'

const LEAST_VERSION = 7

/**
 * Logs which settings of Redis break a promise of the store, and what may be lost. A server that does not allow a
 * question leaves that part out.
 */
export async function reportSettings(client: Redis | Cluster, log: Logger): Promise<void> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client]
  const settings = new Set((await Promise.all(nodes.map(brokenPromises))).flat())
  if (settings.size === 0) return
  log.warn({ settings: [...settings] }, 'settings of Redis break promises of the server; see docs/operations.md')
}

async function brokenPromises(node: Redis): Promise<string[]> {
  const [info, fsync] = await Promise.all([
    node.info().catch(() => ''),
    node.config('GET', 'appendfsync').then(
      ([, value]) => value,
      () => undefined,
    ),
  ])
  const fields = new Map(Array.from(info.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name, value]) => [name!, value!] as const))
  const version = fields.get('redis_version')
  const policy = fields.get('maxmemory_policy')
  const isLogged = fields.get('aof_enabled')
  return [
    ...(version !== undefined && Number.parseInt(version, 10) < LEAST_VERSION
      ? [`Redis is ${version}: the server needs at least ${LEAST_VERSION}`]
      : []),
    ...(isLogged === '0' ? ['appendonly is no: when Redis stops, live matches are lost'] : []),
    ...(isLogged === '1' && fsync !== undefined && fsync !== 'always'
      ? [`appendfsync is ${fsync}: when the machine stops, the last moves may be lost`]
      : []),
    ...(policy !== undefined && policy !== 'noeviction'
      ? [`maxmemory-policy is ${policy}: when memory is short, Redis may delete live matches`]
      : []),
    ...(Number(fields.get('connected_slaves')) > 0
      ? ['Redis has replicas: when one takes over, the last moves may be lost']
      : []),
  ]
}
