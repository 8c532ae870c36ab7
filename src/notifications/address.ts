import { lookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CodedError } from '../protocol/index.ts'

/** Where the server sends to: public addresses by https; any address, also by http; or nowhere. */
export type Targets = 'public' | 'any' | 'none'

const refused = (why: string): CodedError => new CodedError('address-refused', why)

/** Whether an address is one of the public internet: neither private, local, reserved, nor one that hides another. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

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
  if (targets === 'public' && isIP(host) !== 0 && !isPublic(host)) throw refused('The address is not public.')
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * Resolves a name for a connection, as `dns.lookup` does, and fails if one of its addresses is not public. The
 * connection is made to the address that was checked: a name that has another address a moment later changes nothing.
 */
export function lookupPublic(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublic(address))) {
      return found(refused('The name leads to an address that is not public.'), [])
    }
    if (options.all === true) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
