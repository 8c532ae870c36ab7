import type { RoundTimes } from '../../src/tournaments/rounds.ts'

/** Rounds of work follow each other at once. */
export const LIVE_TEST_TIMES: RoundTimes = {
  poll: 20,
  gather: 0,
  lease: 60_000,
  look: { least: 60_000, most: 60_000 },
  sweep: 20,
}
