import { vi } from 'vitest'

/**
 * Resolves with what `check` returns once it no longer throws. It waits as long as `expect.poll` does: a second, which
 * `vi.waitFor` waits by itself, is not enough on a loaded machine.
 */
export const atLast = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 300_000, interval: 20 })
