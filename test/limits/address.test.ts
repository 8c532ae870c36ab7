import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAddresses } from '../../src/limits/index.ts'
import { createLogger } from '../../src/logging.ts'

const PROXY = '10.0.0.1'

const socketOf = (remoteAddress: string | undefined): Socket => ({ remoteAddress }) as Socket
const requestOf = (socket: Socket, forwarded?: string): IncomingMessage =>
  ({ socket, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

/** Which address counts for a request that a proxy passes on with this header. */
const clientOf = (forwarded: string | undefined, trusted = [PROXY], peer: string | undefined = PROXY): string =>
  createAddresses(trusted).of(requestOf(socketOf(peer), forwarded))

describe('an address that a proxy reports', () => {
  it.each([
    ['203.0.113.7:40000'],
    ['203.0.113.7:'],
    [' \t203.0.113.7 '],
    ['203.000.113.007'],
    ['::ffff:203.0.113.7'],
    ['::FFFF:203.0.113.7'],
    ['::ffff:cb00:7107'],
    ['[::ffff:203.0.113.7]:40000'],
    ['[203.0.113.7]:40000'],
    ['203.0.113.7,'],
    [', ,203.0.113.7, ,'],
    ['198.51.100.1, 203.0.113.7'],
    ['203.0.113.7, 10.0.0.1:5000'],
    ['203.0.113.7:1, [::ffff:10.0.0.1]:2, 10.0.0.1:3'],
  ])('as %j is 203.0.113.7', (forwarded) => expect(clientOf(forwarded)).toBe('203.0.113.7'))

  it.each([
    ['2001:db8:1:2::7'],
    ['2001:DB8:1:2::7'],
    ['2001:0db8:0001:0002:0000:0000:0000:0007'],
    ['[2001:db8:1:2::7]'],
    ['[2001:db8:1:2::7]:40000'],
    ['[2001:db8:1:2::7]:'],
    ['2001:db8:1:2:3:4:5:6:40000'],
    ['2001:db8:1:2::7:40000'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::7%eth0'],
    ['[2001:db8:1:2::7%br-12.3]:40000'],
    ['2001:db8:1:2::203.0.113.7'],
  ])('as %j is its network of 64 bits', (forwarded) => expect(clientOf(forwarded)).toBe('2001:db8:1:2::'))

  it('counts as itself when it is read again', () => {
    for (const address of ['203.0.113.7', '2001:db8:1:2::', '::', 'fe80::']) expect(clientOf(address)).toBe(address)
  })

  it.each([
    ['unknown'],
    ['_hidden'],
    ['127'],
    ['0x7f.0.0.1'],
    ['2130706433'],
    ['203.0.113'],
    ['203.0.113.256'],
    ['203.0.113.7:http'],
    ['203.0.113.7:123456'],
    ['203.0.113.7 198.51.100.1'],
    ['2001:db8::7::1'],
    ['[]:80'],
    ['example.org'],
    [`203.0.113.7:${'1'.repeat(2_000)}`],
    ['203.0.113.7%'.repeat(500)],
  ])('as %s is none: its clients count as the proxy', (forwarded) => {
    expect(clientOf(forwarded)).toBe(PROXY)
    expect(clientOf(`198.51.100.1, ${forwarded}`)).toBe(PROXY)
    // The proxy that reports it is the one that counts.
    expect(clientOf(`${forwarded}, 10.9.9.9:80`, ['10.0.0.0/8'])).toBe('10.9.9.9')
  })

  it('that is none is logged once', () => {
    const lines: string[] = []
    const addresses = createAddresses([PROXY], createLogger('warn', { write: (line) => void lines.push(line) }))
    for (const entry of ['_hidden', '_other', 'x'.repeat(500)]) addresses.of(requestOf(socketOf(PROXY), entry))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, entry: '_hidden' })
  })
})

describe('the client', () => {
  it('is the first one that is no trusted proxy, from the right', () => {
    const trusted = ['loopback', '10.0.0.0/8', 'fd00::/8']
    const forwarded = '1.1.1.1, 203.0.113.7:80, 10.2.3.4:9, [FD00::1]:443, ::ffff:10.0.0.9'
    expect(clientOf(forwarded, trusted, '::ffff:127.0.0.1')).toBe('203.0.113.7')
    expect(clientOf(forwarded, trusted, '::1')).toBe('203.0.113.7')
    expect(clientOf('10.1.1.1, 10.2.2.2', trusted)).toBe('10.1.1.1')
    expect(clientOf(undefined, trusted)).toBe('10.0.0.1')
    expect(clientOf('', trusted)).toBe('10.0.0.1')
  })

  it('is at the other end of the connection if that is no trusted proxy', () => {
    expect(clientOf('203.0.113.7', [], '198.51.100.9')).toBe('198.51.100.9')
    expect(clientOf('203.0.113.7', ['10.0.0.2'], '10.0.0.1')).toBe('10.0.0.1')
    expect(clientOf('203.0.113.7', [PROXY], '2001:db8:1:2::9')).toBe('2001:db8:1:2::')
  })

  it('is behind a proxy of a local network, whatever its zone is', () => {
    for (const zone of ['eth0', 'br-12.3']) {
      expect(clientOf('203.0.113.7', ['linklocal'], `fe80::1%${zone}`)).toBe('203.0.113.7')
    }
    expect(clientOf('203.0.113.7', ['fe80::1%eth0'], 'fe80::1%eth0')).toBe('203.0.113.7')
    expect(clientOf('203.0.113.7', ['fe80::1%eth0'], 'fe80::1%eth1')).toBe('fe80::')
  })

  it('is not what a connection says that was closed before it was looked at', () => {
    expect(clientOf('203.0.113.7', ['loopback'], '')).toBe('unknown')
    expect(createAddresses([]).of(requestOf(socketOf(undefined), '203.0.113.7'))).toBe('unknown')
  })

  it('is what another process of the server reports, which may be a trusted proxy itself', () => {
    const addresses = createAddresses(['loopback'])
    const socket = socketOf(undefined)
    addresses.trust(socket)
    expect(addresses.of(requestOf(socket, '203.0.113.7'))).toBe('203.0.113.7')
    expect(addresses.of(requestOf(socket, '127.0.0.1'))).toBe('127.0.0.1')
    expect(addresses.of(requestOf(socket, 'unknown'))).toBe('unknown')
    expect(addresses.ofPeer(socket)).toBeNull()
  })
})

it('a connection counts for its other end, but for a trusted proxy', () => {
  const addresses = createAddresses(['loopback', PROXY])
  const peers = ['::ffff:203.0.113.7', '2001:db8:1:2::7', 'fe80::1%eth0', '127.0.0.1', '::ffff:10.0.0.1', undefined]
  expect(peers.map((peer) => addresses.ofPeer(socketOf(peer)))).toEqual([
    '203.0.113.7',
    '2001:db8:1:2::',
    'fe80::',
    null,
    null,
    null,
  ])
})
