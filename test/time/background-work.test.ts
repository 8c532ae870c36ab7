import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackgroundWork, InHand } from '../../src/time/index.ts'

const EVERY_MS = 1_000
type Parts = ConstructorParameters<typeof BackgroundWork>[0]

describe('background work', () => {
  let works: BackgroundWork[]
  /** What a round does: the first of these, or nothing. */
  let next: (() => Promise<boolean | void>)[]
  /** For each round that has begun, whether the one before has failed. */
  let rounds: boolean[]
  let reports: string[]
  beforeEach(() => {
    vi.useFakeTimers()
    ;[works, next, rounds, reports] = [[], [], [], []]
  })
  afterEach(async () => {
    await Promise.all(works.map((work) => work.stop()))
    expect(vi.getTimerCount()).toBe(0)
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const start = (parts: Partial<Parts> = {}): BackgroundWork => {
    const work = new BackgroundWork({
      round: async (isRetry) => {
        rounds.push(isRetry)
        return next.shift()?.()
      },
      everyMs: EVERY_MS,
      failed: (error) => reports.push((error as Error).message),
      recovered: () => reports.push('recovered'),
      ...parts,
    })
    works.push(work)
    return work
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const fails = (message: string, code?: string) => async () => {
    throw Object.assign(new Error(message), code !== undefined && { code })
  }
  /** Rounds that end when the test says so. */
  const held = (): { hold: () => Promise<void>; release: () => void } => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    return { hold: () => released, release }
  }

  it('begins once its owner has it, and then goes on, so long after the end of each round', async () => {
    const { hold, release } = held()
    next.push(hold)
    const work = start()
    expect(rounds).toEqual([])
    await pass(10 * EVERY_MS)
    expect(rounds).toHaveLength(1)
    release()
    await work.firstRound
    for (let round = 1; round <= 3; round += 1) {
      await pass(EVERY_MS - 1)
      expect(rounds).toHaveLength(round)
      await pass(1)
    }
    expect([rounds, reports]).toEqual([[false, false, false, false], []])
  })

  it('waits first, if it is told so, for its time or for news', async () => {
    const [work] = [start({ waitsFirst: true }), start({ waitsFirst: true })]
    await pass(EVERY_MS / 2)
    expect(rounds).toHaveLength(0)
    work.notify()
    await pass(0)
    expect(rounds).toHaveLength(1)
    await pass(EVERY_MS / 2 - 1)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(rounds).toHaveLength(2)
  })

  it('does not wait while there is more', async () => {
    next.push(
      async () => true,
      async () => true,
      async () => false,
    )
    start()
    await pass(0)
    expect(rounds).toHaveLength(3)
  })

  it('does not wait when there is news, also of what came during a round', async () => {
    const work = start()
    await pass(0)
    const { hold, release } = held()
    next.push(hold)
    work.notify()
    await pass(0)
    expect(rounds).toHaveLength(2)
    work.notify()
    work.notify()
    release()
    await pass(EVERY_MS - 1)
    expect(rounds).toHaveLength(3)
  })

  it('gathers the news after a round', async () => {
    const work = start({ gatherMs: 200 })
    await pass(100)
    work.notify()
    await pass(99)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(rounds).toHaveLength(2)
    await pass(200)
    work.notify()
    await pass(0)
    expect(rounds).toHaveLength(3)
    await pass(200 + EVERY_MS - 1)
    expect(rounds).toHaveLength(3)
    await pass(1)
    expect(rounds).toHaveLength(4)
  })

  it('pauses longer after each failure, whatever the news, and then reports that it goes well', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    next.push(async () => undefined, ...Array.from({ length: 4 }, () => fails('away')))
    const work = start({ retry: { first: 100, longest: 300 } })
    await pass(0)
    rounds = []
    await pass(EVERY_MS)
    for (const [index, ms] of [100, 200, 300, 300].entries()) {
      work.notify()
      await pass(ms - 1)
      expect([rounds, reports]).toEqual([[false, true, true, true].slice(0, index + 1), ['away']])
      await pass(1)
    }
    expect([rounds, reports]).toEqual([
      [false, true, true, true, true],
      ['away', 'recovered'],
    ])
    next.push(async () => true)
    await pass(EVERY_MS)
    expect([rounds.slice(5), reports.slice(2)]).toEqual([[false, false], []])
  })

  it('pauses as ever after a failure, if it is told nothing else', async () => {
    next.push(fails('away'), fails('away'))
    start()
    await pass(3 * EVERY_MS - 1)
    expect(rounds).toEqual([false, true, true])
    await pass(1)
    expect(rounds).toEqual([false, true, true, false])
  })

  it('reports each kind of fault once, until a round goes well', async () => {
    next.push(
      fails('away', 'unavailable'),
      fails('still away', 'unavailable'),
      fails('a mistake'),
      fails('away again', 'unavailable'),
      async () => undefined,
      fails('away once more', 'unavailable'),
    )
    start()
    await pass(6 * EVERY_MS)
    expect(reports).toEqual(['away', 'a mistake', 'recovered', 'away once more', 'recovered'])
  })

  it('its first round is over when it has failed, too', async () => {
    next.push(fails('away'))
    await start().firstRound
    expect(reports).toEqual(['away'])
  })

  it.each<[string, number, Partial<Parts>, (() => Promise<void>)?]>([
    ['before its first round', 0, {}],
    ['between two rounds', 1, {}],
    ['while it gathers news', 1, { gatherMs: 500 }],
    ['after a failure', 1, { retry: { first: 500, longest: 500 } }, fails('away')],
  ])('stops at once %s', async (_when, before, parts, first = async () => undefined) => {
    next.push(first)
    const work = start(parts)
    if (before > 0) await pass(1)
    await work.stop()
    work.notify()
    await pass(10 * EVERY_MS)
    expect(rounds).toHaveLength(before)
  })

  it('waits at its end for the last round, and for what that takes in hand', async () => {
    const [round, item] = [held(), held()]
    const inHand = new InHand<string>({ work: item.hold, failed: (error) => reports.push(String(error)) })
    const work = start({ inHand })
    next.push(async () => {
      await round.hold()
      void inHand.begin('item')
      return true
    })
    await pass(0)
    const stopped = work.stop().then(() => reports.push('stopped'))
    expect(work.stopping.aborted).toBe(true)
    round.release()
    await pass(EVERY_MS)
    expect([rounds.length, inHand.size, reports]).toEqual([1, 1, []])
    item.release()
    await stopped
    expect([inHand.size, reports]).toEqual([0, ['stopped']])
  })
})
