import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('ten thousand random games with Pantheon: invariants hold, everything is used', () => {
  process.stdout.write(checkGames('pantheon', 0, 10_000))
})
