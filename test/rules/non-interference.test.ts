/**
 * base.md §10 and agora.md §7: what a viewer may not know makes no difference to what they see or
 * receive (support/non-interference.ts).
 */
import { describe, test } from 'vitest'
import { Worlds } from './support/non-interference.ts'

const MINUTES = 60_000

describe.each([
  { box: 'base', games: 150 },
  { box: 'agora', games: 300 },
] as const)('in $box games', ({ box, games }) => {
  const worlds = new Worlds(box, games)

  test(
    'what a viewer may not know changes nothing that they see, receive or can find out',
    () => worlds.expectNoInterference(),
    10 * MINUTES,
  )

  test(
    'and the comparison would notice if any of it were shown',
    () => void process.stdout.write(worlds.expectToNoticeLeaks()),
    10 * MINUTES,
  )
})
