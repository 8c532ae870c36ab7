import { isIP } from 'node:net'

/** The server, as browsers know it when they make a passkey for it: the name of its host, and its origin. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * For whom passkeys are; null if browsers make none for this server. They do so for names, not for addresses, and only
 * over https, except on the machine itself. A `Host` is no reason to believe a name: it must be configured.
 */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | null {
  if (publicUrl === undefined) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { id: hostname, origin } : null
}
