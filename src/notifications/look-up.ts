import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { Targets } from './address.ts'
import { isPublic, refused } from './address.ts'

/** How long a name may take (ms), and how long one server may before it is asked again. */
const TIMES = { inAll: 5_000, ofServer: 1_500 }

/** Answers of name servers that there is no such address. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']

/**
 * Resolves names for connections to what players have chosen. The connection is made to the address that was checked: a
 * name that has another address a moment later changes nothing. With `public`, a name fails if one of its addresses is not
 * public.
 *
 * Node's own look-up would take one of the few threads of the process, without an end, which connections to the stores wait
 * for, too. So name servers are asked by c-ares. With `any`, a name that they do not know may be in the hosts file.
 * @param newResolver for one look-up, because to cancel it ends everything that it was asked.
 */
export function lookUp(
  targets: Targets,
  newResolver = (): Resolver => new Resolver({ timeout: TIMES.ofServer, tries: 2 }),
) {
  const find: LookupFunction = (host, options, found) => {
    addressesOf(host, newResolver())
      .catch((error: NodeJS.ErrnoException) => {
        if (targets !== 'any' || !NO_ADDRESS.includes(error.code)) throw error
        return lookup(host, { all: true })
      })
      .then((addresses) => {
        if (targets === 'public' && !addresses.every(({ address }) => isPublic(address))) {
          throw refused('The name leads to an address that is not public.')
        }
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family)
        const [first] = wanted
        if (!first) throw refused('The name has no address.')
        if (options.all === true) found(null, wanted)
        else found(null, first.address, first.family)
      })
      .catch((error: Error) => found(error, []))
  }
  return find
}

/** The addresses of a name. @throws Error with the `code` of c-ares if it has none, or no server answers in time. */
async function addressesOf(host: string, resolver: Resolver): Promise<LookupAddress[]> {
  const timer = setTimeout(() => resolver.cancel(), TIMES.inAll)
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
      ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
    ]
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
    return found
  } finally {
    clearTimeout(timer)
  }
}
