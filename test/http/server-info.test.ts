import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MessageRate } from '../../src/limits/index.ts'
import type { ServerAnswer } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, offeredClockSchema, TIME_CONTROLS } from '../../src/protocol/index.ts'
import { openHttp } from '../support/http.ts'

it('says what the server is, without a token: its release, games, clocks, limits and features', async () => {
  const http = await openHttp({
    rate: new MessageRate(7),
    connectionsPerAddress: 8,
    settings: {
      corsOrigins: [],
      rates: { httpPerMinute: 900, guestsPerMinute: 11 },
      playsBots: true,
      notifies: false,
      web: false,
    },
  })
  const { statusCode, headers, body } = await http.nobody.get<ServerAnswer>('/v1/server')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, no-cache'])
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(body.release).toBe(version)
  expect(body.kinds.map(({ id }) => id)).toEqual(GAME_KIND_IDS)
  const clocks = offeredClockSchema.options
  expect(body.clocks).toEqual(clocks.map((id) => ({ id, ...TIME_CONTROLS[id] })))
  expect(body.limits).toMatchObject({
    messageBytes: 16_384,
    messagesPerSecond: 7,
    connectionsPerAddress: 8,
    requestsPerMinute: 900,
    guestsPerMinute: 11,
  })
  expect(body.features).toEqual({
    bots: true,
    webhooks: false,
    passkeys: false,
    push: false,
    testMode: false,
    page: false,
  })
  await http.close()
})
