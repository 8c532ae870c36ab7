import type { Route } from '../../protocol/index.ts'
import type { JsonObject } from './json.ts'

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } })
const number = (description: string): JsonObject => ({ description, schema: { type: 'integer', minimum: 0 } })

/** The headers of answers that a client can use, by name. */
export const HEADERS = {
  'x-request-id': text('Identifies the request in the log of the server'),
  etag: text('Names this content; sent back as `If-None-Match`, it is answered with 304 while nothing has changed'),
  location: text('Where to find what was made, or to ask again'),
  'retry-after': number('After how many seconds to send the request again'),
  'x-ratelimit-limit': number('How many requests the address may send in a minute'),
  'x-ratelimit-remaining': number('How many of them are left'),
  'x-ratelimit-reset': number('In how many seconds all of them are there again'),
} satisfies Record<string, JsonObject>

type Header = keyof typeof HEADERS

/** Says to try again later. */
const LATER: readonly string[] = ['429', '503']

/** The headers of an answer with this status. */
export function headersOf({ tag, answers, headers }: Route, status: string): Header[] {
  return [
    'x-request-id',
    ...(304 in answers && (status === '200' || status === '304') ? (['etag'] as const) : []),
    ...(headers?.[Number(status)] ?? []),
    ...(LATER.includes(status) ? (['retry-after'] as const) : []),
    ...(tag === 'operation' ? [] : (['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const)),
  ]
}
