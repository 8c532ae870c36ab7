import type { Database } from '../database/index.ts'
import type { Archive } from './archive.ts'
import { findChat } from './chat.ts'
import { findDeal, listResults } from './deals.ts'
import { exportGames } from './export.ts'
import { findGame, findPast, findRecord, listGames } from './games.ts'
import { forgetPlayer, listOwnGames } from './own-data.ts'
import { findPlayed } from './played.ts'
import { findEncounter, findPlayer, findWonders } from './players.ts'
import { findLadder } from './ratings/ladder.ts'
import { listPairs } from './ratings/pairs.ts'
import { countBegun, findRating, listChanges, listLeaders, listTops } from './ratings/read.ts'
import { findDraftStatistics, findStatistics } from './statistics/read.ts'
import { storeGames } from './store.ts'

/** The finished games of a database. Closing it closes the database. */
export function openArchive(database: Database): Archive {
  return {
    store: async (game) => (await database.write((db) => storeGames(db, [game])))[0]!,
    storeAll: (games) => database.write((db) => storeGames(db, games)),
    list: (query) => database.use((db) => listGames(db, query)),
    export: (query) => database.use((db) => exportGames(db, query)),
    get: async (id) => (await database.use((db) => findGame(db, id)))?.game ?? null,
    find: (id) => database.use((db) => findGame(db, id)),
    past: (id) => database.use((db) => findPast(db, id)),
    record: (id) => database.use((db) => findRecord(db, id)),
    deal: (id) => database.use((db) => findDeal(db, id)),
    dealResults: (id, page) => database.use((db) => listResults(db, id, page)),
    playedSince: (since) => database.use((db) => findPlayed(db, since)),
    statistics: (kind, query) => database.use((db) => findStatistics(db, kind, query)),
    draftStatistics: (kind, query) => database.use((db) => findDraftStatistics(db, kind, query)),
    chat: (id, page) => database.use((db) => findChat(db, id, page)),
    player: (id) => database.use((db) => findPlayer(db, id)),
    wonders: (id) => database.use((db) => findWonders(db, id)),
    encounter: (id, other, page) => database.use((db) => findEncounter(db, id, other, page)),
    rating: (player, kind) => database.use((db) => findRating(db, player, kind)),
    begunBy: (player, kind) => database.use((db) => countBegun(db, player, kind)),
    pairs: (query) => database.use((db) => listPairs(db, query)),
    ratingHistory: (player, kind, page) => database.use((db) => listChanges(db, player, kind, page)),
    leaderboard: (kind, page) => database.use((db) => listLeaders(db, kind, page)),
    ladder: (kind) => database.use((db) => findLadder(db, kind)),
    leaderboards: () => database.use((db) => listTops(db)),
    ownGames: (player, page) => database.use((db) => listOwnGames(db, player, page)),
    forget: (player) => database.write((db) => forgetPlayer(db, player)),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}
