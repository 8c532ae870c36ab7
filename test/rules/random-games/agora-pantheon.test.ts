import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('one thousand random games with Agora and Pantheon: the invariants hold, and everything in the box comes to be used', () => {
  checkGames('agora-pantheon', 0, 1000)
})
