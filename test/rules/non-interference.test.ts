/**
 * base.md §10 and agora.md §7: what a viewer may not know makes no difference to what they see or
 * receive (support/non-interference.ts).
 */
import { describe, test } from 'vitest'
import { expectNoInterference, expectToNoticeLeaks } from './support/non-interference.ts'

const MINUTES = 60_000

describe.each([
  { box: 'base', games: 150 },
  { box: 'agora', games: 300 },
] as const)('in $box games', ({ box, games }) => {
  test(
    'what a viewer may not know changes nothing that they see, receive or can find out',
    () => expectNoInterference(box, games),
    10 * MINUTES,
  )

  test(
    'and the comparison would notice if any of it were shown',
    () => void process.stdout.write(expectToNoticeLeaks(box, games)),
    10 * MINUTES,
  )
})
