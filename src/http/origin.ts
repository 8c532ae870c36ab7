import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'

/** The names, IPv4 and IPv6 addresses that a Host header may have, with a port or without. */
const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Where people reach this server, without a slash at the end: `PUBLIC_URL`, or else what the request says. All absolute
 * addresses begin with it. What it is from the request, others choose: no shared cache may keep an answer that has it.
 * @returns null if the request names no host that a URL can have.
 */
export function originOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Parts['settings'], 'publicUrl'>,
): string | null {
  if (publicUrl !== undefined) return publicUrl
  if ((protocol !== 'http' && protocol !== 'https') || !HOST.test(host)) return null
  const url = `${protocol}://${host}`
  return URL.canParse(url) ? new URL(url).origin : null
}
