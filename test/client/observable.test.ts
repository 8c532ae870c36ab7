import { describe, expect, it, vi } from 'vitest'
import { Store, until } from '../../client/src/observable.ts'

describe('an observable', () => {
  it('calls a subscriber at once, and with each other value until the subscription ends', () => {
    const store = new Store(1)
    const seen: number[] = []
    const leave = store.subscribe((value) => seen.push(value))
    store.set(2)
    store.set(2)
    store.set(3)
    leave()
    leave()
    store.set(4)
    expect(seen).toEqual([1, 2, 3])
    expect(store.value).toBe(4)
  })

  it('can be subscribed to without its object, as Svelte does', () => {
    const { subscribe } = new Store('a')
    const run = vi.fn()
    subscribe(run)
    expect(run).toHaveBeenCalledWith('a')
  })

  it('shows values in their order, also when a subscriber sets another one', () => {
    const store = new Store(0)
    const seen: number[] = []
    store.subscribe((value) => {
      if (value === 1) store.set(2)
    })
    store.subscribe((value) => seen.push(value))
    store.set(1)
    expect(seen).toEqual([0, 1, 2])
  })

  it('does not call a subscriber that another one has just removed', () => {
    const store = new Store(0)
    const second = vi.fn()
    store.subscribe((value) => {
      if (value === 1) leave()
    })
    const leave = store.subscribe(second)
    store.set(1)
    expect(second.mock.calls).toEqual([[0]])
  })

  it('reports its first subscriber, and the end of its last subscription', () => {
    const wanted = vi.fn()
    const store = new Store(0, wanted)
    const leaves = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
    for (const leave of leaves) leave()
    store.subscribe(() => undefined)
    expect(wanted.mock.calls).toEqual([[true], [false], [true]])
  })

  it('calls a first subscriber once with the value that its demand has led to', () => {
    const store: Store<number> = new Store(0, (wanted) => wanted && store.set(1))
    const seen: number[] = []
    store.subscribe((value) => seen.push(value))
    expect(seen).toEqual([1])
  })

  it('goes on when a subscriber fails, and reports the fault', async () => {
    const faults: unknown[] = []
    const queue = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
      try {
        run()
      } catch (error) {
        faults.push(error)
      }
    })
    const store = new Store(0)
    const seen: number[] = []
    store.subscribe(() => {
      throw new Error('a fault')
    })
    store.subscribe((value) => seen.push(value))
    store.set(1)
    queue.mockRestore()
    expect(seen).toEqual([0, 1])
    expect(faults).toEqual([new Error('a fault'), new Error('a fault')])
  })
})

describe('until', () => {
  it('resolves with the present value if it passes the test, otherwise with the first value that does', async () => {
    const store = new Store(1)
    expect(await until(store, (value) => value === 1)).toBe(1)
    const later = until(store, (value) => value > 2)
    for (const value of [2, 3, 4]) store.set(value)
    expect(await later).toBe(3)
    expect(store.isSubscribed).toBe(false)
  })

  it.each([1, 2])('is rejected with what the test throws, of the present value or a later one (%d)', async (fatal) => {
    const store = new Store(1)
    const fault = new Error('thrown by the test')
    const tested: number[] = []
    const waiting = until(store, (value) => {
      tested.push(value)
      if (value === fatal) throw fault
      return false
    })
    store.set(2)
    store.set(3)
    await expect(waiting).rejects.toBe(fault)
    expect(tested.at(-1)).toBe(fatal)
    expect(store.isSubscribed).toBe(false)
  })

  it('ends with the reason of a signal, now or later', async () => {
    const store = new Store(1)
    const reason = new Error('the player has left the screen')
    await expect(until(store, () => true, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = until(store, (value) => value === 2, { signal: controller.signal })
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(store.isSubscribed).toBe(false)
    // What comes later changes nothing, and a signal that is aborted after the end neither.
    store.set(2)
    const late = new AbortController()
    expect(await until(store, (value) => value === 2, { signal: late.signal })).toBe(2)
    late.abort(reason)
  })

  it('ends as timed-out after a time', async () => {
    vi.useFakeTimers()
    try {
      const store = new Store(1)
      const waiting = until(store, (value) => value === 2, { timeoutMs: 5_000 })
      vi.advanceTimersByTime(4_999)
      expect(store.isSubscribed).toBe(true)
      vi.advanceTimersByTime(1)
      await expect(waiting).rejects.toMatchObject({ name: 'CuriaError', code: 'timed-out' })
      expect(store.isSubscribed).toBe(false)
      expect(await until(store, (value) => value === 1, { timeoutMs: 5_000 })).toBe(1)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is refused what is no time', async () => {
    const store = new Store(1)
    await expect(until(store, () => true, { timeoutMs: 0 })).rejects.toThrow(TypeError)
  })
})
