import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OUTAGE_MS } from '../../src/live/index.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { get } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.destroy())

describe('a server that was killed', () => {
  it('gives its downtime back to the running clock, with an event', async () => {
    const [ada, ben] = [await HttpPlayer.guest(server.url, 'Ada'), await HttpPlayer.guest(server.url, 'Ben')]
    const { snapshot } = await ada.create({ seat: 0, clock: 'blitz' })
    const { match, code } = snapshot
    await ben.join(code!)
    const url = `${server.url}/v1/matches/${match}`
    const before = await get<ViewAnswer>(url)

    await server.end('SIGKILL')
    // The test is about this time, in which nothing happens.
    await delay(OUTAGE_MS)
    await server.start()

    await expect
      .poll(async () => (await get<ViewAnswer>(url)).version, { interval: 100 })
      .toBeGreaterThan(before.version)
    const after = await get<ViewAnswer>(`${url}?after=${before.version}`)
    const events = after.missed!.flatMap((step) => step.events)
    // A machine with much other load may stop the new server for so long that this is downtime, too.
    for (const event of events) expect(event).toEqual({ type: 'time-given-back', ms: expect.any(Number) as number })
    const ms = events.reduce((sum, event) => sum + (event.ms as number), 0)
    expect(ms).toBeGreaterThan(OUTAGE_MS)
    const [was, is] = [before.snapshot.clocks!, after.snapshot.clocks!]
    expect(is).toEqual({ ...was, since: was.since + ms })
  })
})
