import { EventEmitter } from 'node:events'
import type { Packet } from 'socket.io-parser'
import { Decoder, PacketType } from 'socket.io-parser'
import { LIMITS } from '../protocol/index.ts'
import { TextEncoder } from './encoding.ts'

/** The longest message that is read (bytes on the wire, the name of its event included). */
export const MOST_MESSAGE_BYTES = LIMITS.messageBytes

/** The event of a message that is too long to be read. A client cannot send it: it is not text. */
export const OVERSIZED = Symbol('oversized')

/** Type and acknowledgement id of an event, in front of its JSON. */
const EVENT_HEADER = /^2(\d{1,15})?\[/

/**
 * Socket.IO's decoder, except for two kinds of packets. A message of more than 16 KiB becomes an `OVERSIZED` event with the
 * same acknowledgement, so that it is answered like any other message, and its JSON is never parsed. A packet for another
 * namespace is an error.
 */
class BoundedDecoder extends EventEmitter {
  readonly #decoder = new Decoder()
  /** The bytes of the present message: one with binary parts has several frames. */
  #bytes = 0

  constructor() {
    super()
    this.#decoder.on('decoded', (packet) => {
      if (packet.nsp !== '/') throw new Error('there is one namespace')
      if (this.#bytes > MOST_MESSAGE_BYTES && packet.type === PacketType.EVENT) packet.data = [OVERSIZED]
      this.#bytes = 0
      this.emit('decoded', packet)
    })
  }

  /** Takes one frame. @throws Error for what is not a Socket.IO packet; Socket.IO then closes the connection. */
  add(frame: string | Buffer): void {
    this.#bytes += Buffer.byteLength(frame)
    const header = typeof frame === 'string' && this.#bytes > MOST_MESSAGE_BYTES ? EVENT_HEADER.exec(frame) : null
    if (!header) {
      this.#decoder.add(frame)
      return
    }
    this.#bytes = 0
    const [, id] = header
    const packet: Packet = { type: PacketType.EVENT, nsp: '/', data: [OVERSIZED] }
    this.emit('decoded', id === undefined ? packet : { ...packet, id: Number(id) })
  }

  destroy(): void {
    this.#decoder.destroy()
  }
}

/** For the `parser` option of the server. */
export const parser = { Decoder: BoundedDecoder, Encoder: TextEncoder }
