import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import type { EngineConnection, NewPacket } from '../../src/gateway/transport/engine.ts'
import { frameMessages } from '../../src/gateway/transport/frames.ts'

/** The part of the package that makes frames, of which its types do not know. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }

/** The bytes that are written for a message, null if the frame is left to Engine.IO. */
function framed(packet: Omit<NewPacket, 'options'>, transport: object = { socket: {} }): Buffer | null {
  const connection = Object.assign(new EventEmitter(), { transport })
  frameMessages(connection as unknown as EngineConnection)
  const made: NewPacket = { ...packet, options: {} }
  connection.emit('packetCreate', made)
  const { wsPreEncodedFrame: frame } = made.options
  if (!frame) return null
  expect(frame).toHaveLength(1)
  return frame[0]!
}

/** What the `ws` package makes of the same message. */
const expected = (text: string): Buffer =>
  Buffer.concat(
    Sender.frame(Buffer.from(`4${text}`), { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: true }),
  )

const message = (data: string | Buffer): Omit<NewPacket, 'options'> => ({ type: 'message', data })

describe('the frame of a message', () => {
  it.each([0, 1, 123, 124, 125, 126, 1_000, 65_533, 65_534])('of %i characters is that of the ws package', (length) => {
    const text = 'x'.repeat(length)
    expect(framed(message(text))!.equals(expected(text))).toBe(true)
  })

  it.each(['é', 'ü'.repeat(62), 'ü'.repeat(63), '神殿', '🏛️'.repeat(5_000), `x${'é'.repeat(100)}`])(
    'has the length of its bytes, not of its characters',
    (text) => {
      expect(framed(message(text))!.equals(expected(text))).toBe(true)
    },
  )

  it('is made again for another message, and shared by all who receive the same one', () => {
    const [one, again, other] = ['one message', 'one message', 'the other'].map((text) => framed(message(text)))
    expect(again).toBe(one)
    expect(other).toEqual(expected('the other'))
  })

  it('is left to Engine.IO if it is long, not of text, no message, or for long polling', () => {
    expect(framed(message('x'.repeat(65_535)))).toBeNull()
    expect(framed(message(Buffer.from('x')))).toBeNull()
    expect(framed({ type: 'ping' })).toBeNull()
    expect(framed(message('x'), {})).toBeNull()
  })
})
