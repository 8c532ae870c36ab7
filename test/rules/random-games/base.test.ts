import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('two thousand random games of the base game: what must always be so, is', () => {
  checkGames('base', 0, 2000)
})
