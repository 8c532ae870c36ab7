import type { EnginePacket, Transport } from './engine.ts'

/** Separates the packets in a body of long polling. */
const SEPARATOR = '\x1e'

const TOO_MANY: EnginePacket[] = [{ type: 'error', data: 'too many packets' }]

/** From now on, a body with more packets than `most` closes its connection, and is not taken apart. */
export function boundPayloads(transport: Transport, most: number): void {
  const { parser } = transport
  transport.parser = Object.create(parser, {
    decodePayload: {
      value: (body: string): EnginePacket[] => (hasMore(body, most) ? TOO_MANY : parser.decodePayload(body)),
    },
  }) as Transport['parser']
}

function hasMore(body: string, most: number): boolean {
  let packets = 1
  for (let at = body.indexOf(SEPARATOR); at !== -1; at = body.indexOf(SEPARATOR, at + 1)) {
    packets += 1
    if (packets > most) return true
  }
  return false
}
