import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('ten thousand random games with Agora: what must always be so, is, and everything in the box comes to be used', () => {
  process.stdout.write(checkGames('agora', 0, 10_000))
})
