/** Where Redis is. */
export type Address =
  | { kind: 'single'; url: string }
  | { kind: 'cluster'; nodes: { host: string; port: number }[]; username?: string; password?: string; tls: boolean }

const DEFAULT_PORT = 6379

/**
 * Reads an address:
 * - `redis://[user:password@]host[:port][/database]`: one server (Redis 7 or Valkey); `rediss://` for TLS.
 * - `redis+cluster://[user:password@]host[:port][?node=host:port&node=…]`: a cluster, which any of the nodes named can
 *   describe; `rediss+cluster://` for TLS.
 * @throws Error, without the address, which may hold a password.
 */
export function parseAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : null
  switch (url?.protocol) {
    case 'redis:':
    case 'rediss:':
      return { kind: 'single', url: text }
    case 'redis+cluster:':
    case 'rediss+cluster:':
      return {
        kind: 'cluster',
        nodes: [url.host, ...url.searchParams.getAll('node')].map(parseNode),
        ...(url.username && { username: decodeURIComponent(url.username) }),
        ...(url.password && { password: decodeURIComponent(url.password) }),
        tls: url.protocol === 'rediss+cluster:',
      }
    default:
      throw new Error('The address of Redis begins with redis://, rediss://, redis+cluster:// or rediss+cluster://')
  }
}

function parseNode(text: string): { host: string; port: number } {
  if (!URL.canParse(`redis://${text}`)) throw new Error('A node of a Redis cluster is named as host:port')
  const { hostname, port } = new URL(`redis://${text}`)
  // The brackets of an IPv6 address belong to the URL alone.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) }
}
