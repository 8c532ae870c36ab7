import type { Packet } from 'socket.io-parser'
import { Encoder, PacketType } from 'socket.io-parser'
import type { ServerEvent } from '../protocol/index.ts'

/** Socket.IO's encoder, except that it does not search what the server sends for binary parts: there are none. */
export class TextEncoder extends Encoder {
  override encode(packet: Packet): string[] {
    const { type, nsp, id } = packet
    if (nsp !== '/' || (type !== PacketType.EVENT && type !== PacketType.ACK)) return super.encode(packet) as string[]
    return [`${type}${id ?? ''}${JSON.stringify(packet.data)}`]
  }
}

const encoder = new TextEncoder()
const encoded = new WeakMap<object, Map<string, string>>()

/**
 * An event as it goes over the wire. The same payload, which must not change after it was sent, is encoded once, however
 * many clients receive it.
 */
export function encodeOnce({ event, payload }: ServerEvent): string {
  let texts = encoded.get(payload)
  if (!texts) encoded.set(payload, (texts = new Map<string, string>()))
  let text = texts.get(event)
  if (text === undefined) {
    text = encoder.encode({ type: PacketType.EVENT, nsp: '/', data: [event, payload] })[0]!
    texts.set(event, text)
  }
  return text
}
