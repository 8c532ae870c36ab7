import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('one thousand random games with Pantheon: invariants hold, everything is used', () => {
  checkGames('pantheon', 0, 1000)
})
