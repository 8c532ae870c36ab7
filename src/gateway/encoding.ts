import { Encoder, PacketType } from 'socket.io-parser'
import type { ServerEvent } from '../protocol/index.ts'

const encoder = new Encoder()
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
    // Payloads are JSON without binary parts, so there is one text.
    text = encoder.encode({ type: PacketType.EVENT, nsp: '/', data: [event, payload] })[0] as string
    texts.set(event, text)
  }
  return text
}
