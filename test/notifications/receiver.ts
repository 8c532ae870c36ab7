import { once } from 'node:events'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * A web server in place of a bot, or of a push service. It answers with the next status of a list, which may have headers,
 * then with 204.
 */
export async function openReceiver() {
  const received: Received[] = []
  const statuses: (number | [status: number, headers: OutgoingHttpHeaders])[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body })
      const next = statuses.shift() ?? 204
      const [status, headers] = typeof next === 'number' ? [next, {}] : next
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : headers).end()
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
