import { expect } from 'vitest'
import type { Outbox } from '../../src/history/index.ts'
import { startOutbox } from '../../src/history/index.ts'
import { quiet } from './history.ts'

export const NEVER = 3_600_000

/** Retries soon; without a failure or a notification it never polls again. */
export const PATIENT = { poll: NEVER, lease: NEVER, retry: { first: 20, longest: 100 } }

export const poll = <T>(what: () => T) => expect.poll(what, { timeout: 60_000, interval: 20 })

/** Starts outboxes, and stops them all. */
export class Outboxes {
  #running: Outbox[] = []

  readonly start = ({ times, ...parts }: Omit<Parameters<typeof startOutbox>[0], 'log'>): Outbox => {
    const outbox = startOutbox({ ...parts, log: quiet, times: { ...PATIENT, ...times } })
    this.#running.push(outbox)
    return outbox
  }

  readonly stop = async (): Promise<void> => {
    await Promise.all(this.#running.map((outbox) => outbox.stop()))
    this.#running = []
  }
}
