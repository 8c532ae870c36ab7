import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { Session } from '../../client/src/session/session.ts'
import { SessionStorage } from '../../client/src/session/storage.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, ScriptedServer, viewAt } from './scripted-server.ts'
import { storageWith } from './support.ts'

const HOUR_MS = 3_600_000

let server: ScriptedServer
let curia: Curia
let match: LiveMatch
beforeEach(async () => {
  server = await ScriptedServer.open()
  server.answer('match:watch', () => {
    const view = viewAt(3)
    const clocks = { 0: 300_000, 1: 300_000, running: 1 as const, since: view.now - 500 }
    return { ...view, snapshot: { ...view.snapshot, clocks } }
  })
  curia = new Curia({ url: server.url, storage: storageWith(server.url, newPlayer('Ada'), 'a token') })
  match = await curia.watch(MATCH)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  curia.close()
  await server.close()
})

/** From now on the clock of the device is wrong by so much. */
function setDeviceClock(byMs: number): void {
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + byMs)
}

describe('when the clock of the device is set', () => {
  it.each([HOUR_MS, -HOUR_MS])('the clocks of a match go on as before (by %d ms)', (byMs) => {
    const right = Date.now()
    setDeviceClock(byMs)
    // A test takes less than a minute to get here.
    for (const left of [match.clock(1), match.clocks.value![1]]) {
      expect(left).toBeLessThanOrEqual(299_500)
      expect(left).toBeGreaterThan(299_500 - 60_000)
    }
    for (const time of [match.serverTime(), curia.serverTime(), match.serverTime(Date.now())]) {
      expect(Math.abs(time - right)).toBeLessThan(60_000)
    }
  })

  it('a token is renewed by the time of the server, once that is known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const renewed: string[] = []
    const serverTime = Date.now()
    setDeviceClock(-365 * 24 * HOUR_MS)
    let known = Date.now()
    const session = new Session({
      storage: new SessionStorage(storageWith('url', newPlayer('Ada'), 'a token', serverTime), 'url'),
      now: () => known,
      renew: async () => {
        renewed.push('renewed')
        return { player: newPlayer('Ada'), token: 'another token', expiresAt: serverTime + 30 * 24 * HOUR_MS }
      },
      changed: () => undefined,
    })
    known = serverTime
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    session.close()
    expect(renewed).toEqual(['renewed'])
    expect(session.token).toBe('another token')
  })
})

describe('the observable clocks of a match', () => {
  it('are the same value until a digit changes, with and without a subscriber', () => {
    const at = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(at)
    for (const leave of [() => undefined, match.clocks.subscribe(() => undefined)]) {
      const times = match.clocks.value
      clock.mockReturnValue(at + 1)
      expect(match.clocks.value).toBe(times)
      clock.mockReturnValue(at + 1_000)
      const later = match.clocks.value
      expect([later![0], later![1] < times![1]]).toEqual([300_000, true])
      expect(match.clocks.value).toBe(later)
      clock.mockReturnValue(at)
      leave()
    }
  })

  it('call a subscriber once for each shown second', async () => {
    const seen: number[] = []
    const leave = match.clocks.subscribe((times) => seen.push(Math.floor(times![1] / 1000)))
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBeGreaterThan(2)
    leave()
    expect(new Set(seen).size).toBe(seen.length)
  })
})
