import { isIP } from 'node:net'

/** Names that lead to nobody on the internet (RFC 2606, 6761, 6762, 8375, and those that networks use for themselves). */
const NOT_PUBLIC =
  /(^|\.)(localhost|local|localdomain|invalid|test|example|internal|intranet|lan|home|corp|home\.arpa)\.?$/i

/**
 * Whether a push service can take a subject of VAPID for the address of an operator: a `mailto:` or `https:` URL with a
 * public name. Apple's service answers everything else with 403.
 */
export function isReachable(subject: string): boolean {
  if (!URL.canParse(subject)) return false
  const { protocol, hostname, pathname } = new URL(subject)
  const host = protocol === 'mailto:' ? pathname.slice(pathname.lastIndexOf('@') + 1) : hostname
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 && host.includes('.') && !NOT_PUBLIC.test(host)
}
