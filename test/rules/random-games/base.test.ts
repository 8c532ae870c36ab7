import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('two thousand random games of the base game: invariants hold', () => {
  checkGames('base', 0, 2000)
})
