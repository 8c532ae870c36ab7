import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

/**
 * The addresses that everything counts by: nothing else reads where a request or a connection comes from. An address has
 * one form, without port, zone and leading zeros. All addresses of an IPv6 network of 64 bits are one.
 */
export interface Addresses {
  /** The address of the client that sent a request, as the trusted proxies report it. */
  of(request: IncomingMessage): string
  /** The address at the other end of a connection; null for a trusted proxy, behind which there are many clients. */
  ofPeer(socket: Socket): string | null
  /** At the other end of a connection is a process of this server: it reports clients as a trusted proxy does. */
  trust(socket: Socket): void
}

type Address = ReturnType<typeof ipaddr.parse>

/** The bits of an IPv6 address that name the network of one client, and those that a provider may give to one customer. */
const NETWORK_BITS = 64
const CUSTOMER_BITS = 48
/** Of an address with everything around it. */
const LONGEST_TEXT = 100
/** So many texts with an address are read once. */
const MOST_READ = 2_000
/** A connection was closed before its address was read. */
const UNKNOWN = 'unknown'

/**
 * `trustProxy` lists the proxies whose `X-Forwarded-For` is believed: addresses, networks or names of networks. If one of
 * them reports what is no address, its clients count as the proxy itself; the log says so once.
 */
export function createAddresses(trustProxy: readonly string[], log?: Logger): Addresses {
  const isTrustedText = proxyAddr.compile([...trustProxy])
  const processes = new WeakSet<Socket>()
  // Several limits count each connection and request.
  const readings = new LRUCache<string, Reading>({ max: MOST_READ })
  let isReported = false

  const isTrusted = (address: Address, zone: string | undefined): boolean =>
    isTrustedText(address.toString(), 0) || (zone !== undefined && isTrustedText(`${address.toString()}%${zone}`, 0))

  /** Null if there is no address in the text. */
  const read = (text: string): Reading | null => {
    const known = readings.get(text)
    if (known || text.length > LONGEST_TEXT) return known ?? null
    const parsed = addressIn(text)
    if (!parsed) return null
    const { address, zone } = parsed
    const reading = { network: networkOf(address), isTrusted: isTrusted(address, zone) }
    readings.set(text, reading)
    return reading
  }

  const report = (entry: string): void => {
    if (isReported || entry === UNKNOWN) return
    isReported = true
    const clipped = entry.slice(0, LONGEST_TEXT)
    log?.warn({ entry: clipped }, 'a proxy reports in X-Forwarded-For what is no address: its clients count as one')
  }

  const of = ({ socket, headers }: IncomingMessage): string => {
    let reading = read(socket.remoteAddress ?? '')
    const isProxy = processes.has(socket) || (reading?.isTrusted ?? false)
    const entries = isProxy ? [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',') : []
    // The last entry is from the nearest proxy. The first one that is no trusted proxy is the client.
    for (const entry of entries.reverse()) {
      if (entry.trim() === '') continue
      const next = read(entry)
      if (!next) {
        report(entry)
        break
      }
      reading = next
      if (!next.isTrusted) break
    }
    return reading?.network ?? UNKNOWN
  }

  return {
    of,
    ofPeer: (socket) => {
      const reading = read(socket.remoteAddress ?? '')
      return reading === null || reading.isTrusted ? null : reading.network
    },
    trust: (socket) => void processes.add(socket),
  }
}

/** What an address counts as, and whether it is a trusted proxy's. */
interface Reading {
  network: string
  isTrusted: boolean
}

/** An address, and the interface that it belongs to if it is of a local network. */
interface ParsedAddress {
  address: Address
  zone: string | undefined
}

/** The address in a text, which may have brackets, a port and a zone. Null if there is none. */
function addressIn(text: string): ParsedAddress | null {
  const whole = text.trim()
  const bare = /^\[(.*)\](?::\d*)?$/.exec(whole)?.[1] ?? whole
  return parse(bare) ?? parse(bare.replace(/:\d{0,5}$/, ''))
}

/** An IPv4 address in IPv6 (`::ffff:192.0.2.1`) is that IPv4 address. */
function parse(text: string): ParsedAddress | null {
  const [host = '', zone] = text.split('%')
  // Some proxies fill up each number to three digits.
  const plain = host.replace(/(?:\d+\.){3}\d+$/, (quad) => quad.split('.').map(Number).join('.'))
  return isIP(plain) === 0 ? null : { address: ipaddr.process(plain), zone }
}

function networkOf(address: Address, bits = NETWORK_BITS): string {
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()
}

/**
 * Whoever may have an address and its neighbours: for IPv6, a network of 48 bits.
 * @param address as `Addresses` has it.
 */
export const customerOf = (address: string): string =>
  isIP(address) === 0 ? address : networkOf(ipaddr.parse(address), CUSTOMER_BITS)
