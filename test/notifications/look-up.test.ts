/** Names of players' webhooks, with a name server of the test. */
import type { Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Targets } from '../../src/notifications/address.ts'
import { lookUp } from '../../src/notifications/look-up.ts'

const TYPES = { 1: 'A', 28: 'AAAA' } as Record<number, 'A' | 'AAAA'>
/** The addresses of names, as bytes. Of other names, those that begin with "silent" are not answered. */
const NAMES: Record<string, Partial<Record<'A' | 'AAAA', number[][]>>> = {
  'good.example': { A: [[1, 1, 1, 1]], AAAA: [[0x26, 6, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]] },
  'ipv4.example': { A: [[1, 0, 0, 1]] },
  'inside.example': { A: [[10, 0, 0, 1]] },
  'half.example': { A: [[1, 1, 1, 1]], AAAA: [[...Array<number>(15).fill(0), 1]] },
}

let server: Socket
let asked: string[] = []
beforeAll(async () => {
  server = createSocket('udp4', (query, { port }) => {
    const answer = answerTo(query)
    if (answer) server.send(answer, port, '127.0.0.1')
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** The answer to a query with one question. */
function answerTo(query: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString())
  const end = at + 5
  const name = labels.join('.').toLowerCase()
  asked.push(name)
  if (name.startsWith('silent')) return null
  const addresses = NAMES[name]?.[TYPES[query.readUInt16BE(at + 1)]!] ?? []
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(NAMES[name] ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, query[at + 1]!, query[at + 2]!, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
  )
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

const resolverFor = (timeout: number) => (): Resolver => {
  const resolver = new Resolver({ timeout, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  return resolver
}

/** What a connection to a host would use: its addresses, or the error. */
const found = (host: string, targets: Targets = 'public', options = {}, timeout = 10_000): Promise<unknown> =>
  new Promise((resolve) => {
    lookUp(targets, resolverFor(timeout))(host, { all: true, ...options }, (error, addresses) =>
      resolve(error ? error.message : (addresses as LookupAddress[]).map(({ address }) => address)),
    )
  })

it('a name has its addresses of both kinds, and a connection that wants one kind gets that', async () => {
  expect(await found('good.example')).toEqual(['1.1.1.1', '2606:4700:4700::1111'])
  expect(await found('good.example', 'public', { family: 6 })).toEqual(['2606:4700:4700::1111'])
  expect(await found('ipv4.example')).toEqual(['1.0.0.1'])
  expect(await found('ipv4.example', 'public', { family: 6 })).toBe('The name has no address.')
})

it('a name with one address that is not public is refused, unless any address is allowed', async () => {
  for (const name of ['inside.example', 'half.example']) {
    expect(await found(name)).toBe('The name leads to an address that is not public.')
  }
  expect(await found('inside.example', 'any')).toEqual(['10.0.0.1'])
})

it('a name that name servers do not know is looked for in the hosts file only where any address is allowed', async () => {
  expect(await found('localhost', 'any')).toContain('127.0.0.1')
  expect(await found('unknown.example')).toMatch(/ENOTFOUND/)
})

it('names that are not answered fail, and nothing else in the process waits for them', async () => {
  asked = []
  const silent = Array.from({ length: 40 }, (_, number) => found(`silent-${number}.example`, 'public', {}, 3_000))
  // Node's own look-up takes one of four threads. It is answered while forty names are not.
  let isOver = false
  const all = Promise.all(silent).then((errors) => {
    isOver = true
    return errors
  })
  await expect.poll(() => new Set(asked).size).toBe(40)
  await lookup('localhost')
  expect(isOver).toBe(false)
  for (const error of await all) expect(error).toMatch(/ETIMEOUT|ECANCELLED/)
})
