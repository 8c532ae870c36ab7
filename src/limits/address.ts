import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'

/** The addresses that limits count by. All addresses of an IPv6 network of 64 bits count as one. */
export interface Addresses {
  /** The address of the client that sent a request, as the trusted proxies report it. */
  of(request: IncomingMessage): string
  /** The address that a limit counts by; null for a trusted proxy, behind which there are many clients. */
  ofPeer(address: string | undefined): string | null
}

/** `trustProxy` lists the proxies whose `X-Forwarded-For` is believed: addresses, networks or names of networks. */
export function createAddresses(trustProxy: readonly string[]): Addresses {
  const isTrusted = proxyAddr.compile([...trustProxy])
  return {
    of: (request) => normalizeIP(proxyAddr(request, isTrusted) ?? ''),
    ofPeer: (address) => (address === undefined || isTrusted(address, 0) ? null : normalizeIP(address)),
  }
}
