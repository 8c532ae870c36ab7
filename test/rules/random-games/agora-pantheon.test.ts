import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('a thousand random games of both expansions: the invariants hold, and everything in the box is used', () => {
  checkGames('agora-pantheon', 0, 1000)
})
