import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '../stack/stack.ts'

/** What is done to servers while a swarm plays. */
interface Description<S extends Stack> {
  /** For `--only`. */
  name: string
  /** What is done, for people. */
  what: string
  /** Whether the servers may lose what they acknowledged before: only where a replica of Redis takes over. */
  mayLose?: true
  /** Whether a line of chat may be stored twice: only where a request can wait inside of what is paused. */
  mayRepeat?: true
  /** @throws Error that says what is missing where it cannot be done. */
  open: () => Promise<S>
  /** Resolves at the end of the disturbance: from then on nothing keeps the swarm from moves but the recovery. */
  disturb: (stack: S) => Promise<void>
  /** Begins at the end of the disturbance: starts again what the disturbance has killed. */
  repair?: (stack: S) => Promise<void>
}

/** A disturbance on a stack of its own. */
export interface Disturbance extends Pick<Description<Stack>, 'name' | 'what'> {
  mayLose: boolean
  mayRepeat: boolean
  open(): Promise<{ stack: Stack; disturb(): Promise<void>; repair(): Promise<void> }>
}

export const disturbance = <S extends Stack>(description: Description<S>): Disturbance => ({
  name: description.name,
  what: description.what,
  mayLose: description.mayLose ?? false,
  mayRepeat: description.mayRepeat ?? false,
  open: async () => {
    const stack = await description.open()
    return {
      stack,
      disturb: () => description.disturb(stack),
      repair: async () => description.repair?.(stack),
    }
  },
})

/** How long something stays away, ms: longer than a store waits for an answer, and than what counts as downtime. */
export const AWAY_MS = 6_000

/** A disturbance that lasts. */
export const lasts = (ms = AWAY_MS): Promise<void> => delay(ms)
