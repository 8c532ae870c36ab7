import { Encoder, PacketType } from 'socket.io-parser'

const encoder = new Encoder()
const encoded = new WeakMap<object, Map<string, string>>()

/**
 * A message for any number of clients as it goes over the wire. The same payload, which is not changed once it was sent, is
 * encoded once, however many get it.
 */
export function encodeOnce(event: string, payload: object): string {
  let texts = encoded.get(payload)
  if (!texts) encoded.set(payload, (texts = new Map<string, string>()))
  let text = texts.get(event)
  if (text === undefined) {
    // Payloads are JSON without binary parts: one text.
    text = encoder.encode({ type: PacketType.EVENT, nsp: '/', data: [event, payload] })[0] as string
    texts.set(event, text)
  }
  return text
}
