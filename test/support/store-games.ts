import { someGame } from './finished.ts'
import { openHistory, quiet } from './history.ts'

// A process that stores games in a folder until it is killed, and prints the id of each game once it is stored.

const archive = await openHistory({ dir: process.argv[2]! }, quiet)
for (;;) {
  const game = someGame()
  await archive.store(game)
  process.stdout.write(`${game.record.header.id}\n`)
}
