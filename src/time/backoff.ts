import { setTimeout as delay } from 'node:timers/promises'
import { shared } from './signals.ts'

/** The pauses between the attempts to do something, in ms. */
export interface Backoff {
  first: number
  longest: number
}

/** Doubling more often than this exceeds any `longest`. */
const MOST_DOUBLINGS = 30

/**
 * How long (ms) to pause after so many failures in a row, the last one included. The pause doubles with each failure,
 * up to the longest, and is shortened by a random part, up to half: several nodes do not try again at the same moment.
 */
export function backoff(failures: number, { first, longest }: Backoff): number {
  const doublings = Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS)
  return Math.min(first * 2 ** doublings, longest) * (0.5 + Math.random() / 2)
}

/** Resolves after so many ms, or as soon as the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal: signal && shared(signal) }).catch(() => undefined)
}
