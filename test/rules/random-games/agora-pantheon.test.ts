import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('one thousand random games with Agora and Pantheon: invariants hold, everything is used', () => {
  checkGames('agora-pantheon', 0, 1000)
})
