import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A status to answer with, or one with the header `Retry-After`. */
type NextAnswer = number | [status: number, retryAfter: string]

/** A web server in place of a bot, or of a push service. It answers with the next status of a list, then with 204. */
export async function openReceiver() {
  const received: Received[] = []
  const statuses: NextAnswer[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body })
      const [status, retryAfter] = [statuses.shift() ?? 204].flat() as [number, string?]
      response.writeHead(status, {
        ...(status === 302 && { location: '/elsewhere' }),
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    statuses,
    /** The parsed bodies of what a path received. */
    bodies: (path: string) =>
      received
        .filter((each) => each.path === path)
        .map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
