import { Server } from 'engine.io'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cut } from '../../src/gateway/transport/engine.ts'
import type { Specimen } from '../../src/gateway/transport/internals.ts'
import { missingInternals, openSpecimen, requireInternals } from '../../src/gateway/transport/internals.ts'

let specimen: Specimen
beforeEach(async () => {
  specimen = await openSpecimen()
})
afterEach(() => cut(specimen.connection))

it('has what the installed packages have', async () => {
  expect(missingInternals(specimen)).toEqual([])
  await requireInternals(new Server())
})

it.each(
  Object.entries({
    engine: ['clients'],
    request: ['_query'],
    connection: ['writeBuffer', 'transport', 'flush'],
    transport: ['parser', 'socket'],
    webSocket: ['_socket'],
  }).flatMap(([part, fields]) => fields.map((field) => [part, field] as const)),
)('names what is missing: %s.%s', (part, field) => {
  const whole = specimen[part as keyof Specimen]
  const without = Object.create(whole, { [field]: { value: undefined } }) as object
  expect(missingInternals({ ...specimen, [part]: without })).toEqual([`${part}.${field}`])
})

it('names a method of the parser', () => {
  const transport = Object.create(specimen.transport, { parser: { value: {} } }) as object
  expect(missingInternals({ ...specimen, transport })).toEqual(['transport.parser.decodePayload'])
})

it('notices that Engine.IO makes the frames itself', () => {
  // As with compression.
  Object.assign(specimen.transport, { perMessageDeflate: {} })
  expect(missingInternals(specimen)).toEqual(['packet.options.wsPreEncodedFrame'])
})

it('notices that Engine.IO hands over packets in another way', () => {
  const { connection } = specimen
  const flush = Reflect.get(connection, 'flush') as () => void
  Object.assign(connection, { sendPacket: () => flush.call(connection) })
  expect(missingInternals(specimen)).toEqual([
    'connection.flush',
    'connection.writeBuffer',
    'packet.options.wsPreEncodedFrame',
  ])
})

it('refuses another Engine.IO than that of Socket.IO', async () => {
  await expect(requireInternals({} as Server)).rejects.toThrow('lacks: the Engine.IO of Socket.IO')
})
