import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('ten thousand random games with Agora: invariants hold, everything is used', () => {
  process.stdout.write(checkGames('agora', 0, 10_000))
})
