import { describe, expect, it } from 'vitest'
import { retryAfterOf } from '../../src/notifications/retry-after.ts'
import { isReachable } from '../../src/notifications/subject.ts'

describe('Retry-After', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z')

  it.each([
    ['0', 0],
    ['120', 120_000],
    ['999999999', 999_999_999_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ])('%s is a time', (header, ms) => {
    expect(retryAfterOf(header, NOW)).toBe(ms)
  })

  it.each([undefined, '', 'soon', '-1', '1.5', '9999999999', '2026-01-01', 'Thu, 99 Jan 2026 00:01:00 GMT'])(
    '%s says nothing',
    (header) => {
      expect(retryAfterOf(header, NOW)).toBeUndefined()
    },
  )
})

describe('A subject of VAPID', () => {
  it.each([
    'mailto:operator@example.org',
    'mailto:a.b+c@games.example.com',
    'https://games.example.org/about',
    'https://a.bc',
  ])('%s can be reached', (subject) => {
    expect(isReachable(subject)).toBe(true)
  })

  it.each([
    'mailto:operator@localhost',
    'mailto:me@server',
    'mailto:me@server.local',
    'mailto:me@a.internal',
    'mailto:me@10.0.0.1',
    'mailto:me@a.test',
    'mailto:me@a.invalid',
    'mailto:me@LOCALHOST',
    'https://localhost',
    'https://localhost:8443/',
    'https://192.168.1.1/',
    'https://[::1]/',
    'https://nas.home.arpa',
    'https://server',
    'nobody',
  ])('%s can be reached by nobody', (subject) => {
    expect(isReachable(subject)).toBe(false)
  })
})
