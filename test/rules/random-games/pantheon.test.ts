import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('one thousand random games with Pantheon: the invariants hold, and everything in the box comes to be used', () => {
  checkGames('pantheon', 0, 1000)
})
