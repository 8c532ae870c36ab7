import { setMaxListeners } from 'node:events'

/**
 * Calls something as soon as a signal, if there is one, is aborted: at once if it is. A signal may live as long as the process, and keeps
 * what listens to it: the caller must call what is returned when nothing waits any longer. (`AbortSignal.any` keeps
 * something of each use for as long, in Node 20, and nothing can take it away.)
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener()
  if (!signal || signal.aborted) return () => undefined
  shared(signal).addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/**
 * Resolves or rejects as the promise does, unless the signal is aborted before. What the promise stands for goes on all
 * the same.
 * @throws the reason of the signal
 */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = onAbort(signal, () => reject(signal.reason as Error))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stop()
  }
}

/** A signal that any number may wait for at the same time: Node would warn of a leak from the eleventh on. */
export function shared(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}
