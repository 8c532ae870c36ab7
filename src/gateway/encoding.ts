import type { Packet } from 'socket.io-parser'
import { Encoder, PacketType } from 'socket.io-parser'
import { encodedOnce } from '../commands/index.ts'
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

/** An event as it goes over the wire. */
export const encodeOnce: (event: ServerEvent) => string = encodedOnce(
  ({ event, payload }) => encoder.encode({ type: PacketType.EVENT, nsp: '/', data: [event, payload] })[0]!,
)
