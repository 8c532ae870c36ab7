import { expect } from 'vitest'

/** Waits until the list of finished games has one: it has an answer of its own before. */
export const untilListed = (url: string, match: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/v1/games`)).text()).toContain(match)
