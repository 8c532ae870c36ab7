/** Who gets a thread, and when. The threads are those of the test: they do nothing. */
import { getEventListeners } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Figures } from '../../src/metrics/index.ts'
import type { ThinkingThread, Wish } from '../../src/opponents/index.ts'
import { ThreadPool } from '../../src/opponents/index.ts'
import { codeOf } from '../support/match.ts'

class TestThread {
  hasEnded = false
  close(): Promise<void> {
    this.hasEnded = true
    return Promise.resolve()
  }
}

/** A pool, and what has begun in it, in order; work goes on until the test ends it. */
class TestPool {
  readonly started: TestThread[] = []
  readonly begun: { name: string; thread: ThinkingThread; end: () => void }[] = []
  readonly pool: ThreadPool

  constructor(threads: number, figures?: Figures) {
    const start = (): ThinkingThread => {
      const thread = new TestThread()
      this.started.push(thread)
      return thread as unknown as ThinkingThread
    }
    this.pool = new ThreadPool({ threads, logger: pino({ level: 'silent' }), start, ...(figures && { figures }) })
  }

  use(name: string, wish: Partial<Wish> = {}): Promise<string> {
    return this.pool.use(
      { owner: 'ada', dueAt: 0, ...wish },
      (thread) => new Promise<string>((resolve) => this.begun.push({ name, thread, end: () => resolve(name) })),
    )
  }

  get names(): string[] {
    return this.begun.map(({ name }) => name)
  }

  async end(name: string): Promise<void> {
    this.begun.find((each) => each.name === name)!.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('threads that have nothing else to do help at once, and then do what waits', async () => {
  const test = new TestPool(3)
  expect([test.pool.size, test.pool.busy]).toEqual([3, 0])
  void test.use('decision')
  await expect.poll(() => test.names).toEqual(['decision'])
  expect([test.pool.size, test.pool.busy]).toEqual([3, 1])
  const ends: (() => void)[] = []
  const help = test.pool.useIdle((thread) => new Promise<unknown>((resolve) => ends.push(() => resolve(thread))))
  expect(ends).toHaveLength(2)
  expect(test.pool.useIdle(() => Promise.resolve())).toEqual([])
  expect(test.pool.isIdle).toBe(false)
  void test.use('next')
  expect(test.pool.waiting).toBe(1)
  ends[0]!()
  await expect.poll(() => test.names).toEqual(['decision', 'next'])
  ends[1]!()
  expect(new Set(await Promise.all(help))).toEqual(new Set(test.started.slice(1)))
  await test.end('decision')
  await test.end('next')
  expect(test.pool.isIdle).toBe(true)
  await test.pool.close()
  expect(test.pool.useIdle(() => Promise.resolve())).toEqual([])
})

it('work begins in the order of what is due, and threads start when they are needed', async () => {
  const test = new TestPool(2)
  const all = [test.use('a'), test.use('b'), test.use('never due', { rank: 'spare' })]
  all.push(test.use('late', { dueAt: 9 }), test.use('early', { dueAt: 5 }), test.use('early, too', { dueAt: 5 }))
  await expect.poll(() => test.names).toEqual(['a', 'b'])
  expect(test.started).toHaveLength(2)
  expect(test.pool.shareOf('ada')).toBeCloseTo(2 / 5)
  for (const name of ['a', 'b', 'early', 'early, too', 'late', 'never due']) await test.end(name)
  expect(test.names).toEqual(['a', 'b', 'early', 'early, too', 'late', 'never due'])
  expect(await Promise.all(all)).toHaveLength(6)
  expect(test.pool.shareOf('ada')).toBe(1)
})

it('what waits for a thread is shown', async () => {
  const figures = new Figures()
  const test = new TestPool(1, figures)
  const all = ['a', 'b', 'c'].map((name) => test.use(name))
  await expect.poll(() => test.names).toEqual(['a'])
  expect(await figures.text()).toMatch(/^curia_bot_threads_waiting 2$/m)
  for (const name of ['a', 'b', 'c']) await test.end(name)
  await Promise.all(all)
  expect(await figures.text()).toMatch(/^curia_bot_threads_waiting 0$/m)
})

it('work gets the thread that it prefers, but does not wait for it while another one has nothing to do', async () => {
  const test = new TestPool(2)
  const all = [test.use('a'), test.use('b')]
  await expect.poll(() => test.names).toEqual(['a', 'b'])
  const [first, second] = test.begun.map(({ thread }) => thread)
  all.push(
    test.use('for the second', { prefers: second, dueAt: 1 }),
    test.use('for the first', { prefers: first, dueAt: 2 }),
  )
  all.push(test.use('never due', { rank: 'spare' }))
  await test.end('a')
  expect(test.begun.at(-1)).toMatchObject({ name: 'for the first', thread: first })
  await test.end('for the first')
  expect(test.begun.at(-1)).toMatchObject({ name: 'for the second', thread: first })
  await test.end('for the second')
  expect(test.names.at(-1)).toBe('never due')
  await test.end('b')
  await test.end('never due')
  all.push(test.use('again', { prefers: second }))
  await expect.poll(() => test.begun.at(-1)?.thread).toBe(second)
  await test.end('again')
  await Promise.all(all)
})

it('a thread that has ended is replaced, and what preferred it gets another one', async () => {
  const test = new TestPool(1)
  const [one, other] = [test.use('one'), test.use('other')]
  await expect.poll(() => test.names).toEqual(['one'])
  const waiting = test.use('waiting', { prefers: test.begun[0]!.thread })
  test.started[0]!.hasEnded = true
  await test.end('one')
  expect(test.started).toHaveLength(2)
  expect(test.begun.at(-1)!.thread).toBe(test.started[1])
  test.started[1]!.hasEnded = true
  await test.end('other')
  await test.end('waiting')
  // One that ends while it has nothing to do is replaced when it is needed.
  test.started[2]!.hasEnded = true
  const last = test.use('last')
  await expect.poll(() => test.names.at(-1)).toBe('last')
  expect(test.started).toHaveLength(4)
  await test.end('last')
  await Promise.all([one, other, waiting, last])
})

it('a wish can be withdrawn while it waits, and given up while its work goes on', async () => {
  const test = new TestPool(1)
  const [running, waiting] = [new AbortController(), new AbortController()]
  const one = test.use('one', { signal: running.signal })
  const two = test.use('two', { signal: waiting.signal })
  const three = test.use('three')
  await expect.poll(() => test.names).toEqual(['one'])
  waiting.abort(new Error('withdrawn'))
  await expect(two).rejects.toThrow('withdrawn')
  running.abort(new Error('given up'))
  await expect(one).rejects.toThrow('given up')
  expect(test.names).toEqual(['one'])
  await test.end('one')
  expect(test.names).toEqual(['one', 'three'])
  await test.end('three')
  await three
  await expect(test.use('late', { signal: waiting.signal })).rejects.toThrow('withdrawn')
})

it('a signal that many wishes share keeps nothing of those that are done, failed or refused', async () => {
  const test = new TestPool(1)
  const { signal } = new AbortController()
  const listeners = (): number => getEventListeners(signal, 'abort').length
  for (const name of ['one', 'two', 'three']) {
    const using = test.use(name, { signal })
    await expect.poll(() => test.names.at(-1)).toBe(name)
    await test.end(name)
    await using
  }
  await expect(
    test.pool.use({ owner: 'ada', dueAt: 0, signal }, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed')
  expect(listeners()).toBe(0)
  const running = test.use('running', { signal })
  const waiting = Array.from({ length: 20 }, (_, index) => codeOf(test.use(`${index}`, { signal })))
  await expect.poll(() => test.pool.waiting).toBe(20)
  expect(listeners()).toBeGreaterThanOrEqual(20)
  await test.end('running')
  await running
  await test.pool.close()
  expect((await Promise.all(waiting.slice(1))).every((code) => code === 'draining')).toBe(true)
  await test.end('0')
  await waiting[0]
  expect(listeners()).toBe(0)
})

it('too much that waits is refused, and so is everything once the pool is closed', async () => {
  const test = new TestPool(1)
  const codes = Array.from({ length: 2_001 }, (_, index) =>
    codeOf(test.use(`${index}`, { owner: `player ${index % 21}` })),
  )
  expect(await codeOf(test.use('too much', { owner: 'another player' }))).toBe('busy')
  await test.pool.close()
  expect(new Set(await Promise.all(codes.slice(1)))).toEqual(new Set(['draining']))
  expect(await codeOf(test.use('late'))).toBe('draining')
  expect(test.started.every(({ hasEnded }) => hasEnded)).toBe(true)
})

it('players take turns: the many matches of one cost the match of another one turn, and no time to think', async () => {
  const test = new TestPool(1)
  const many = Array.from({ length: 50 }, (_, index) =>
    codeOf(test.use(`many ${index}`, { owner: 'many', dueAt: -index })),
  )
  await expect.poll(() => test.names).toHaveLength(1)
  const one = test.use('one', { owner: 'one', dueAt: 1_000_000 })
  await expect.poll(() => test.pool.waiting).toBe(50)
  // The one shares the thread with one other player; the many matches share what their player has.
  expect(test.pool.shareOf('one')).toBeCloseTo(1 / 3)
  expect(test.pool.shareOf('many')).toBeCloseTo(1 / 51)
  expect(
    await codeOf(Promise.all(Array.from({ length: 60 }, (_, n) => test.use(`more ${n}`, { owner: 'many' })))),
  ).toBe('busy')
  await test.end(test.names[0]!)
  expect(test.names.at(-1)).toBe('one')
  await test.end('one')
  await one
  await test.pool.close()
  await test.end(test.names.at(-1)!)
  await Promise.all(many)
})
