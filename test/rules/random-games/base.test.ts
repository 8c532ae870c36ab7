import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('a thousand random games of the base game: the invariants hold', () => {
  checkGames('base', 0, 1000)
})
