import type { EngineConnection } from './engine.ts'
import { interceptFrames } from './engine.ts'

/** The first byte of a message of text that is one frame. */
const TEXT = 0x81
/** The type of a message of Engine.IO, in front of its text. */
const MESSAGE = '4'.charCodeAt(0)
/** A frame that is longer than `short` has its length in two bytes, one that is longer than `long` in eight. */
const LENGTHS = { short: 125, long: 0xffff }
/** In the place of the length: it follows in two bytes. */
const FOLLOWS = 126

/** The message that was framed last: all who watch a match receive the same one. */
let last: { text: string; frame: Buffer } | undefined

/**
 * Frames the messages of a connection for its WebSocket before Engine.IO would: each is one buffer, where the `ws` package
 * hands over two. What is not text, or long, is left to Engine.IO.
 */
export function frameMessages(connection: EngineConnection): void {
  interceptFrames(connection, (text) => {
    const frame = text === last?.text ? last.frame : frameOf(text)
    if (frame) last = { text, frame }
    return frame
  })
}

/** The frame of a message (RFC 6455, 5.2), null for a long one. */
function frameOf(text: string): Buffer | null {
  const bytes = Buffer.byteLength(text)
  const length = bytes + 1
  if (length > LENGTHS.long) return null
  const isShort = length <= LENGTHS.short
  const at = isShort ? 2 : 4
  const frame = Buffer.allocUnsafe(at + length)
  frame[0] = TEXT
  frame[1] = isShort ? length : FOLLOWS
  if (!isShort) frame.writeUInt16BE(length, 2)
  frame[at] = MESSAGE
  frame.write(text, at + 1, bytes === text.length ? 'latin1' : 'utf8')
  return frame
}
