import type { Database } from '../database/index.ts'
import type { Archive } from './archive.ts'
import { findGame, findRecord, listGames } from './games.ts'
import { findPlayer } from './players.ts'
import { storeGame } from './store.ts'

/** The finished games of a database. Closing it closes the database. */
export function openArchive(database: Database): Archive {
  return {
    store: (game) => database.write((db) => storeGame(db, game)),
    list: (query) => database.use((db) => listGames(db, query)),
    get: (id) => database.use((db) => findGame(db, id)),
    record: (id) => database.use((db) => findRecord(db, id)),
    player: (id) => database.use((db) => findPlayer(db, id)),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}
