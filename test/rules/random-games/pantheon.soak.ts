import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('ten thousand random games with Pantheon: the invariants hold, and everything in the box is used', () => {
  process.stdout.write(checkGames('pantheon', 0, 10_000))
})
