import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('a thousand random games with Pantheon: the invariants hold, and everything in the box is used', () => {
  checkGames('pantheon', 0, 1000)
})
