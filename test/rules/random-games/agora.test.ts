import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('two thousand random games with Agora: invariants hold, everything is used', () => {
  checkGames('agora', 0, 2000)
})
