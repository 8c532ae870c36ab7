import { check, checkGiven } from './arguments.ts'
import { CuriaError } from './errors.ts'

/**
 * Something that changes, in the contract of Svelte's stores: a subscriber is called at once, and after each
 * change.
 */
export interface Readable<Value, Change = unknown> {
  /** Calls `run` with the current value now, and with each later one. Returns the end of the subscription. */
  readonly subscribe: (run: (value: Value, change?: Change) => void) => () => void
}

/** A readable whose current value can be read without a subscription. */
export interface Observable<Value, Change = unknown> extends Readable<Value, Change> {
  readonly value: Value
}

/** An observable that its owner sets. */
export class Store<Value, Change = unknown> implements Observable<Value, Change> {
  #value: Value
  readonly #subscribers = new Set<{ run: (value: Value, change?: Change) => void }>()
  readonly #news: { value: Value; change: Change | undefined }[] = []
  readonly #onDemand: ((wanted: boolean) => void) | undefined

  /** `onDemand` is called when the first subscriber comes, and when the last one leaves. */
  constructor(value: Value, onDemand?: (wanted: boolean) => void) {
    this.#value = value
    this.#onDemand = onDemand
  }

  get value(): Value {
    return this.#value
  }

  get isSubscribed(): boolean {
    return this.#subscribers.size > 0
  }

  /** A value that is the same as the current one changes nothing; subscribers are called all the same with a change. */
  set(value: Value, change?: Change): void {
    if (value === this.#value && change === undefined) return
    this.#value = value
    this.#news.push({ value, change })
    // A subscriber that sets the value must not let others see the later value first.
    if (this.#news.length > 1) return
    for (let [next] = this.#news; next; this.#news.shift(), [next] = this.#news) {
      for (const subscriber of [...this.#subscribers]) {
        if (this.#subscribers.has(subscriber)) guarded(() => subscriber.run(next.value, next.change))
      }
    }
  }

  readonly subscribe = (run: (value: Value, change?: Change) => void): (() => void) => {
    check({ run: [run, 'function'] })
    let isCalled = false
    const subscriber = {
      run: (...told: [value: Value, change?: Change]): void => {
        isCalled = true
        run(...told)
      },
    }
    this.#subscribers.add(subscriber)
    if (this.#subscribers.size === 1) this.#onDemand?.(true)
    // The demand may have led to a value, which the subscriber then has.
    if (!isCalled) guarded(() => subscriber.run(this.#value))
    return () => {
      if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#onDemand?.(false)
    }
  }
}

/** How long a caller waits. */
export interface Patience {
  /** Ends the wait: it fails with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Ends the wait after so many ms: it fails as `timed-out`. */
  timeoutMs?: number | undefined
}

/**
 * Resolves with the first value of an observable, from the current one on, for which `test` holds. If `test` throws, the
 * promise is rejected with what it throws.
 * @throws CuriaError `timed-out`; the reason of the signal
 */
export async function until<Value>(
  of: Readable<Value>,
  test: (value: Value) => boolean,
  { signal, timeoutMs }: Patience = {},
): Promise<Value> {
  check({ test: [test, 'function'] })
  checkGiven({ signal: [signal, 'object'], timeoutMs: [timeoutMs, 'duration'] })
  if (signal?.aborted) throw signal.reason
  return new Promise((resolve, reject) => {
    let done = false
    let leave = (): void => undefined
    const end = <Result>(settle: (result: Result) => void, result: Result): void => {
      if (done) return
      done = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      leave()
      settle(result)
    }
    // That of React Native has no reason.
    const abort = (): void => end(reject, signal!.reason ?? new Error('The wait was aborted.'))
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(
            () => end(reject, new CuriaError('timed-out', `Nothing came of it in ${timeoutMs} ms.`)),
            timeoutMs,
          )
    signal?.addEventListener('abort', abort)
    leave = of.subscribe((value) => {
      if (done) return
      try {
        if (test(value)) end(resolve, value)
      } catch (error) {
        end(reject, error)
      }
    })
    if (done) leave()
  })
}

/**
 * What a subscriber throws is reported as an uncaught error: after the other subscribers were called, and outside of this
 * client, whose state it cannot disturb.
 */
function guarded(run: () => void): void {
  try {
    run()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
