import { someGame } from './finished.ts'
import { openHistory, quiet } from './history.ts'

// A process that stores games in a folder for as long as it lives, and says the id of each when it is stored.

const archive = await openHistory({ dir: process.argv[2]! }, quiet)
for (;;) {
  const game = someGame()
  await archive.store(game)
  process.stdout.write(`${game.record.header.id}\n`)
}
