import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('two thousand random games with Agora: what must always be so, is, and everything in the box comes to be used', () => {
  checkGames('agora', 0, 2000)
})
