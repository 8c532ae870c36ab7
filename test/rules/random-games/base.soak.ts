import { test } from 'vitest'
import { checkGames } from '../support/checked-games.ts'

test('ten thousand random games of the base game: invariants hold', () => {
  process.stdout.write(checkGames('base', 0, 10_000))
})
