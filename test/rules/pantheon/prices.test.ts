/** pantheon.md §4.3, §4.4 and §4.10: no price differs from the one that is found by trying everything. */
import { expect, test } from 'vitest'
import { comparePrices } from '../support/priced-positions.ts'

test.each(['pantheon', 'agora-pantheon'] as const)('a thousand random positions (%s)', (box) => {
  expect(comparePrices(box, 1000)).toContain('engineering')
})
