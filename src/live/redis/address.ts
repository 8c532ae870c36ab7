interface Host {
  host: string
  port: number
}

interface Credentials {
  username?: string
  password?: string
  tls: boolean
}

/** Where Redis is. */
export type Address =
  | { kind: 'single'; url: string; database: number }
  | ({ kind: 'sentinel'; sentinels: Host[]; name: string; database: number } & Credentials)
  | ({ kind: 'cluster'; nodes: Host[]; database: 0 } & Credentials)

const REDIS_PORT = 6379
const SENTINEL_PORT = 26379

/**
 * Reads an address:
 * - `redis://[user:password@]host[:port][/database]`: one server (Redis 7 or Valkey).
 * - `redis+sentinel://[user:password@]host[:port][,host[:port]…]/name[/database]`: the server that these sentinels
 *   know under a name, whichever it is at the time. User and password are those of the server.
 * - `redis+cluster://[user:password@]host[:port][?node=host:port&node=…]`: a cluster, which any of the nodes named
 *   can describe. It has only one database.
 * With `rediss` instead of `redis`, all connections use TLS.
 * @throws Error, without the address, which may contain a password.
 */
export function parseAddress(text: string): Address {
  const scheme = /^(rediss?(?:\+sentinel|\+cluster)?):\/\//.exec(text)?.[1]
  const tls = scheme?.startsWith('rediss') === true
  switch (scheme) {
    case 'redis':
    case 'rediss':
      return parseSingle(text)
    case 'redis+sentinel':
    case 'rediss+sentinel':
      return parseSentinel(text, tls)
    case 'redis+cluster':
    case 'rediss+cluster':
      return parseCluster(text, tls)
    default:
      throw new Error(
        'The address of Redis begins with redis://, redis+sentinel:// or redis+cluster:// (for TLS, rediss instead)',
      )
  }
}

function parseSingle(text: string): Address {
  const { pathname } = parseUrl(text)
  return { kind: 'single', url: text, database: parseDatabase(pathname.slice(1)) }
}

function parseSentinel(text: string, tls: boolean): Address {
  const parts = /^[^/]*\/\/([^/]*@)?([^/@]+)\/([^/]+)(?:\/(.*))?$/.exec(text)
  if (!parts) throw new Error('The address of a Redis with sentinels is redis+sentinel://host:port,host:port/name')
  const [, user = '', hosts, name, database = ''] = parts
  return {
    kind: 'sentinel',
    sentinels: hosts!.split(',').map((host) => parseHost(host, SENTINEL_PORT)),
    name: decodeURIComponent(name!),
    database: parseDatabase(database),
    ...credentials(parseUrl(`redis://${user}host`), tls),
  }
}

function parseCluster(text: string, tls: boolean): Address {
  const url = parseUrl(text)
  if (parseDatabase(url.pathname.slice(1)) !== 0) throw new Error('A Redis cluster has no databases to choose from')
  const nodes = [url.host, ...url.searchParams.getAll('node')].map((host) => parseHost(host, REDIS_PORT))
  return { kind: 'cluster', nodes, database: 0, ...credentials(url, tls) }
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Error('The address of Redis is not a URL')
  return new URL(text)
}

function parseDatabase(text: string): number {
  if (!/^\d*$/.test(text)) throw new Error('The database of Redis is a number')
  return Number(text)
}

function parseHost(text: string, defaultPort: number): Host {
  if (!URL.canParse(`redis://${text}`)) throw new Error('A node of Redis is named as host:port')
  const { hostname, port } = new URL(`redis://${text}`)
  // The brackets of an IPv6 address belong to the URL alone.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) }
}

function credentials({ username, password }: URL, tls: boolean): Credentials {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    tls,
  }
}
