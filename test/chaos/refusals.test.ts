import { expect, it } from 'vitest'
import { Refusals } from '../../chaos/stack/refusals.ts'

/** What a server sends: an answer over a socket, and one over HTTP. */
const SENT =
  '431[{"ok":false,"error":{"code":"unavailable","message":"not now"}}]' +
  'HTTP/1.1 429 Too Many Requests\r\n\r\n{"error":{"code":"rate-limited","message":"later"}}' +
  '42["chat:message",{"text":"\\"error\\":{\\"code\\":\\"stale\\"}"}]432[{"ok":false,"error":{"code":"unavailable"}}]'

it('refusals are counted by their codes once, wherever the bytes of an answer are cut', () => {
  for (let cut = 0; cut <= SENT.length; cut += 1) {
    const refusals = new Refusals()
    const [connection, other] = [{}, {}]
    refusals.read(Buffer.from(SENT.slice(0, cut)), connection)
    refusals.read(Buffer.from('"error":{"code":"sta'), other)
    refusals.read(Buffer.from(SENT.slice(cut)), connection)
    expect(Object.fromEntries(refusals.counts)).toEqual({ unavailable: 2, 'rate-limited': 1 })
  }
})
