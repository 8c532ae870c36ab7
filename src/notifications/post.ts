import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookupPublic, requireTarget } from './address.ts'
import type { Targets } from './address.ts'

/** What is sent. */
export interface Post {
  url: string
  headers: Readonly<Record<string, string | number>>
  body: Buffer | string
}

/** What a receiver answers. */
export interface Receipt {
  status: number
  /** For how long it wants nothing more (ms), by its header `Retry-After`. */
  retryAfterMs?: number
}

/** How long a receiver may take to answer (ms). */
const TIMEOUT_MS = 10_000
/** A receiver cannot ask for more peace than this (ms). */
const LONGEST_RETRY_AFTER_MS = 86_400_000

/**
 * Sends something by POST, and resolves with the head of the answer. Its body is not read, and a redirect is an answer
 * like any other.
 * @throws CodedError `address-refused` for a target that is not allowed; Error if it cannot be reached, or is silent.
 */
export async function post({ url: text, headers, body }: Post, targets: Targets): Promise<Receipt> {
  const url = new URL(text)
  requireTarget(url, targets)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(targets === 'public' && { lookup: lookupPublic }),
      },
      (response) => {
        const retryAfterMs = retryAfter(response.headers['retry-after'])
        resolve({ status: response.statusCode!, ...(retryAfterMs !== undefined && { retryAfterMs }) })
        response.destroy()
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** The header `Retry-After`, seconds or a date (RFC 9110 §10.2.3), in ms from now; undefined if it is neither. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
