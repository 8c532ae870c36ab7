import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Asks } from '../../client/src/connection/asks.ts'
import { Heartbeat } from '../../client/src/connection/heartbeat.ts'
import type { Line } from '../../client/src/connection/line.ts'
import { Curia } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import { ServerClock } from '../../client/src/server-clock.ts'
import { BadLine } from '../support/bad-line.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, ScriptedServer, viewAt } from './scripted-server.ts'
import { storageWith } from './support.ts'

/** The server pings so often, ms. */
const PING_MS = 10_000
const HOUR_MS = 3_600_000

/** A line as the heartbeat sees it, in a time that tests advance. Answers come after 50 ms while it is alive. */
class Wire {
  receivedAt = performance.now()
  isAlive = true
  /** When messages were sent. */
  readonly checks: number[] = []
  /** When it was given up. */
  lostAt: number | null = null
  isUrgent = false
  readonly clock = new ServerClock()
  readonly #heartbeat: Heartbeat
  readonly #asks: Asks
  readonly #pings: ReturnType<typeof setInterval>

  constructor() {
    const asks = (this.#asks = new Asks({
      clock: this.clock,
      answerTimeoutMs: 5_000,
      silent: () => {
        this.lostAt ??= performance.now()
        this.close()
      },
      fault: () => null,
    }))
    let isChecking = false
    this.#heartbeat = new Heartbeat({
      clock: this.clock,
      isUrgent: () => this.isUrgent,
      check: () => {
        if (isChecking) return
        isChecking = true
        asks
          .ask('connection:ping', {}, { once: true })
          .catch(() => undefined)
          .finally(() => (isChecking = false))
      },
    })
    const line = this as unknown as Line
    asks.use(line)
    this.#heartbeat.watch(line)
    this.#pings = setInterval(() => this.receive(), PING_MS)
  }

  receive(): void {
    if (this.isAlive) this.receivedAt = performance.now()
  }

  send(_event: string, _payload: object, answered: (answer: unknown) => void): void {
    this.checks.push(performance.now())
    setTimeout(() => {
      this.receive()
      if (this.isAlive) answered({ ok: true, now: Date.now() })
    }, 50)
  }

  close(): void {
    this.#heartbeat.stop()
    this.#asks.drop()
    clearInterval(this.#pings)
  }
}

describe('a line on which nobody says anything', () => {
  let wire: Wire
  beforeEach(() => {
    vi.useFakeTimers()
    wire = new Wire()
  })
  afterEach(() => {
    wire.close()
    vi.useRealTimers()
  })

  it.each([
    ['20 seconds', false, 20_000],
    ['10 seconds while the clock of a match runs', true, 10_000],
  ])('is given up within %s after it has died, at whichever moment', async (_, isUrgent, mostMs) => {
    for (let at = 0; at < 25_000; at += 700) {
      wire.close()
      wire = new Wire()
      wire.isUrgent = isUrgent
      await vi.advanceTimersByTimeAsync(30_000 + at)
      expect(wire.lostAt).toBeNull()
      const diedAt = performance.now()
      wire.isAlive = false
      await vi.advanceTimersByTimeAsync(60_000)
      expect(wire.lostAt! - diedAt).toBeLessThanOrEqual(mostMs)
    }
  })

  it('is not asked anything while the pings of the server arrive', async () => {
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect([wire.checks, wire.lostAt]).toEqual([[], null])
  })

  it('is checked at once when the device has slept, whether or not its timers show it', async () => {
    const slept = async (): Promise<number> => {
      const before = wire.checks.length
      await vi.advanceTimersByTimeAsync(1_000)
      return wire.checks.length - before
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await slept()).toBe(0)
    // The clock of the device alone goes on during sleep.
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await slept()).toBe(1)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR_MS)
    expect(await slept()).toBe(1)
  })

  it('learns the time of the server again after the device has slept', async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    wire.clock.learn(Date.now(), performance.now(), performance.now())
    // performance.now() stands still meanwhile.
    vi.setSystemTime(Date.now() + HOUR_MS)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(Math.abs(wire.clock.now() - Date.now())).toBeLessThan(1_000)
  })

  it('that works is not given up because timers came late: an answer may have arrived with them', async () => {
    // A check is under way when the page stands still.
    wire.isUrgent = true
    wire.isAlive = false
    wire.receivedAt = performance.now() - 10_000
    await vi.advanceTimersByTimeAsync(1_000)
    expect(wire.checks).toHaveLength(1)
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
    // After a minute the timers come first, and then what has arrived.
    await vi.advanceTimersByTimeAsync(5_000)
    wire.isAlive = true
    wire.receive()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(wire.lostAt).toBeNull()
    clock.mockRestore()
  })
})

describe('a connection that has died', () => {
  let server: ScriptedServer
  let line: BadLine
  let curia: Curia
  const listeners = new Map<string, () => void>()
  const document = {
    visibilityState: 'hidden',
    addEventListener: (event: string, listener: () => void) => void listeners.set(event, listener),
    removeEventListener: (event: string) => void listeners.delete(event),
  }
  beforeEach(async () => {
    vi.stubGlobal('addEventListener', document.addEventListener)
    vi.stubGlobal('removeEventListener', document.removeEventListener)
    vi.stubGlobal('document', document)
    server = await ScriptedServer.open()
    server.answer('match:watch', () => viewAt(3))
    server.answer('connection:ping', () => ({ ok: true, now: Date.now() }))
    line = await BadLine.open(() => server.url)
    const storage = storageWith(line.url, newPlayer('Ada'), 'a token')
    curia = new Curia({ url: line.url, storage, answerTimeoutMs: 300 })
    await curia.watch(MATCH)
    await expect.poll(() => server.of('chat:read')).toHaveLength(1)
  })
  afterEach(async () => {
    curia.close()
    vi.unstubAllGlobals()
    await line.close()
    await server.close()
    expect([...listeners.keys()]).toEqual([])
  })

  const pings = (): number => server.of('connection:ping').length

  it('is noticed at once when the browser finds a network', async () => {
    line.hold()
    listeners.get('online')!()
    await until(curia.connection, (state) => state !== 'online')
    await until(curia.connection, (state) => state === 'online')
    expect(server.sockets).toHaveLength(2)
  })

  it('is noticed at once when the page is shown again, and a connection that works stays', async () => {
    const look = (visibilityState: string): void => {
      document.visibilityState = visibilityState
      listeners.get('visibilitychange')!()
    }
    look('hidden')
    look('visible')
    await expect.poll(pings).toBe(1)
    expect([server.sockets.length, curia.connection.value]).toEqual([1, 'online'])
    await curia.publicMatches().catch(() => undefined)
    line.hold()
    look('visible')
    await until(curia.connection, (state) => state !== 'online')
  })

  it('is noticed without anything that the client would have to say', async () => {
    line.hold()
    await until(curia.connection, (state) => state !== 'online')
    await until(curia.connection, (state) => state === 'online')
    expect(server.sockets).toHaveLength(2)
  })

  it('is not a connection whose device has had its clock set', async () => {
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS)
    await expect.poll(pings).toBeGreaterThan(0)
    await curia.watch('BBBBBBBBBBBBBBBB')
    vi.restoreAllMocks()
    expect(server.sockets).toHaveLength(1)
  })
})
