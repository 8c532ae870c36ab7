import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CodedError } from '../protocol/index.ts'

/** Where the server sends to: public addresses by https; any address, also by http; or nowhere. */
export type Targets = 'public' | 'any' | 'none'

export const refused = (why: string): CodedError => new CodedError('address-refused', why)

/** All that is given to networks of the IPv6 internet so far. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Whether an address is one of the public internet: neither private, local, reserved, nor one that hides another. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6))
}

/** Ports below this one, but that of https, belong to services that are not to be spoken to. */
const FIRST_FREE_PORT = 1024

/**
 * Requires that the server may send to a URL, as far as the URL itself says. The addresses of its name are checked when
 * the server connects.
 * @throws CodedError `address-refused`.
 */
export function requireTarget(url: URL, targets: Targets): void {
  if (targets === 'none') throw refused('This server sends nothing.')
  const isAllowed = url.protocol === 'https:' || (targets === 'any' && url.protocol === 'http:')
  if (!isAllowed) throw refused('Only https is allowed.')
  if (url.username !== '' || url.password !== '') throw refused('The URL must not have a name or a password.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (targets !== 'public') return
  if (isIP(host) !== 0 && !isPublic(host)) throw refused('The address is not public.')
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) {
    throw refused(`Only port 443 is allowed, and those from ${FIRST_FREE_PORT} on.`)
  }
}
