import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Targets } from './address.ts'
import { requireTarget } from './address.ts'
import { lookUp } from './look-up.ts'
import { retryAfterOf } from './retry-after.ts'

/** What is sent. */
export interface Post {
  url: string
  headers: Readonly<Record<string, string | number>>
  body: Buffer | string
}

/** What was answered. */
export interface Answer {
  status: number
  /** In how many ms the receiver wants to be asked again, if it says so. */
  retryAfterMs?: number | undefined
}

/** How long a receiver may take to answer (ms). */
const TIMEOUT_MS = 10_000

/**
 * Sends something by POST, and resolves with the head of the answer. Its content is not read, and a redirect is an answer
 * like any other.
 * @throws CodedError `address-refused` for a target that is not allowed; Error if it cannot be reached, or is silent.
 */
export async function post({ url: text, headers, body }: Post, targets: Targets): Promise<Answer> {
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
        lookup: lookUp(targets),
      },
      (response) => {
        resolve({
          status: response.statusCode!,
          retryAfterMs: retryAfterOf(response.headers['retry-after'], Date.now()),
        })
        response.destroy()
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
