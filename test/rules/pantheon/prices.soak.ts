import { test } from 'vitest'
import { comparePrices } from '../support/priced-positions.ts'

test.each(['pantheon', 'agora-pantheon'] as const)('fifty thousand random positions (%s)', (box) => {
  process.stdout.write(comparePrices(box, 50_000))
})
