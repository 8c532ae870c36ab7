import { get } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ATTACKS } from '../support/attacks.ts'
import { drawn } from '../support/drawn.ts'
import { becomeGuest } from '../support/guest.ts'
import { HonestMatch } from '../support/honest-match.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const GUESTS = 32
const MOVES = 20

/** The limits that hold when nothing is configured, except for new guests: the attacker has many. */
const DEFAULT_LIMITS = {
  RATE_LIMIT_HTTP: '',
  RATE_LIMIT_SOCKET: '',
  CONNECTIONS_PER_ADDRESS: '',
  RATE_LIMIT_GUESTS: '1000',
  NODE_OPTIONS: '--max-old-space-size=512',
  LOG_LEVEL: 'info',
}

let server: Server
beforeEach(async () => {
  server = await startServer(DEFAULT_LIMITS)
})
afterEach(() => server.destroy())

/** The status of a health check from another address than the attacker's. */
const health = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { localAddress: '127.0.0.2', agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })

describe('a process with a heap of 512 MB', () => {
  it.each(drawn(Object.entries(ATTACKS), 4))(
    'survives, and an honest match goes on, while %s',
    async (_what, attack) => {
      const { url } = server
      const honest = await HonestMatch.begin(url)
      const tokens: string[] = []
      while (tokens.length < GUESTS) tokens.push((await becomeGuest(url, 'Mallory')).token)
      let attacking = true
      const attacked = attack({ url, match: honest.match, tokens }).finally(() => (attacking = false))
      const checks: (number | undefined)[] = []
      const checked = (async () => {
        while (attacking) checks.push(await health('/readyz'), await health('/healthz'))
      })()
      const acknowledged = await honest.play(MOVES)
      await Promise.all([attacked, checked])
      expect(acknowledged).toHaveLength(MOVES)
      expect(new Set(checks)).toEqual(new Set([200]))
      await honest.play(2)
      honest.close()
      expect(server.output()).not.toContain('"level":60')
    },
  )
})
