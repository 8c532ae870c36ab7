import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EventStream } from '../../src/http/streams/event-stream.ts'

const server = createServer()
beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** A stream, and the answer of the client that asked for it. */
async function open(beat = () => undefined) {
  const asked = once(server, 'request')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  request.on('error', () => undefined)
  const [, response] = (await asked) as [unknown, ServerResponse]
  const stream = new EventStream(response, 'with ids')
  stream.open({}, beat)
  const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream]
  return { stream, response, answer: answer.setEncoding('utf8') }
}

it('a client that does not read is cut, before much is kept for it', async () => {
  const { stream, response, answer } = await open()
  answer.pause().on('error', () => undefined)
  let most = 0
  for (let version = 0; !response.destroyed; version += 1) {
    stream.send({ event: 'match:expired', payload: { match: 'm'.repeat(50_000), version } })
    most = Math.max(most, response.writableLength)
    await new Promise(setImmediate)
  }
  expect(most).toBeLessThan(2 * 1024 * 1024)
  // Nothing is written any more, and nothing fails.
  stream.end({ event: 'session:ended', payload: { reason: 'revoked' } })
})

it('there is a comment every 15 seconds, which is no event', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const beat = vi.fn(() => undefined)
  const { stream, answer } = await open(beat)
  vi.advanceTimersByTime(30_000)
  stream.end()
  let text = ''
  for await (const part of answer) text += String(part)
  expect([text, beat.mock.calls.length]).toEqual([': \n\n: \n\n', 2])
})
