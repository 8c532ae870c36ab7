import { gameOptionsOf } from '../protocol/index.ts'
import { otherSeat } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Prisma, PrismaClient } from '../database/index.ts'
import { storeChat } from './chat.ts'
import { addToCounters } from './counters.ts'
import { namelessGame } from './deleted.ts'
import type { FinishedGame } from './finished.ts'
import { lockRatings, rateGame } from './ratings/store.ts'
import { resultOf } from './result.ts'

type Tx = Prisma.TransactionClient

/**
 * In ms. A rated game that arrives very late causes tens of thousands of games to be rated anew, which takes seconds.
 */
const TIMEOUT = 120_000

/**
 * Stores a game with its ratings and counters, all or nothing, unless it is stored already. New chat lines are added
 * either way. Transactions take their locks in one order: the ratings of the kind, the players, everything else.
 */
export async function storeGame(db: PrismaClient, given: FinishedGame): Promise<'stored' | 'already'> {
  const store = async (tx: Tx): Promise<'stored' | 'already'> => {
    if (given.ratingKind) await lockRatings(tx, given.ratingKind)
    // From here on, other transactions that store games of these players wait for the end of this one.
    const deleted = await upsertPlayers(tx, given)
    const game = deleted.size > 0 ? namelessGame(given, deleted) : given
    const { count } = await tx.game.createMany({ data: [gameRow(game)], skipDuplicates: true })
    if (count > 0) {
      await tx.gameSeat.createMany({ data: [seatRow(game, 0), seatRow(game, 1)] })
      await addToCounters(tx, game)
      if (game.ratingKind) await rateGame(tx, game.ratingKind, game)
    }
    await storeChat(tx, game)
    return count > 0 ? 'stored' : 'already'
  }
  return db.$transaction(store, { timeout: TIMEOUT })
}

function gameRow(game: FinishedGame): Prisma.GameCreateManyInput {
  const { record, outcome, kind, clock, origin, ratingKind, startedAt, endedAt } = game
  const { id, options, rules, seed, seedHash } = record.header
  return {
    id,
    kind,
    options: { ...gameOptionsOf(options) },
    clock,
    rated: ratingKind !== null,
    origin,
    rules,
    seed,
    seedHash,
    by: outcome.by,
    winner: outcome.winner,
    versions: record.entries.length,
    createdAt: new Date(record.createdAt),
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    record,
  }
}

function seatRow(game: FinishedGame, seat: Seat): Prisma.GameSeatCreateManyInput {
  const { record, players, outcome, scores, kind, clock, ratingKind, endedAt } = game
  const { id, name } = players[seat]
  return {
    gameId: record.header.id,
    seat,
    playerId: id,
    name,
    opponent: players[otherSeat(seat)].id,
    result: resultOf(outcome, seat),
    score: { ...scores[seat] },
    kind,
    clock,
    rated: ratingKind !== null,
    by: outcome.by,
    endedAt: new Date(endedAt),
  }
}

/**
 * Games arrive in any order: a player has the name of their latest game, unless their data was deleted. The two rows
 * are locked in the order of their ids, so that two games of the same players cannot wait for each other.
 * @returns the ids of the players whose data was deleted.
 */
async function upsertPlayers(tx: Tx, game: FinishedGame): Promise<Set<string>> {
  const endedAt = new Date(game.endedAt)
  const [a, b] = game.players[0].id < game.players[1].id ? game.players : [game.players[1], game.players[0]]
  const rows = await tx.$queryRaw<{ id: string; deleted: boolean }[]>`
    INSERT INTO players (id, name, first_game_at, last_game_at)
    VALUES (${a.id}, ${a.name}, ${endedAt}, ${endedAt}), (${b.id}, ${b.name}, ${endedAt}, ${endedAt})
    ON CONFLICT (id) DO UPDATE SET
      name = CASE
        WHEN players.deleted_at IS NULL AND excluded.last_game_at >= players.last_game_at THEN excluded.name
        ELSE players.name
      END,
      first_game_at = LEAST(players.first_game_at, excluded.first_game_at),
      last_game_at = GREATEST(players.last_game_at, excluded.last_game_at)
    RETURNING id, deleted_at IS NOT NULL AS deleted`
  return new Set(rows.filter(({ deleted }) => deleted).map(({ id }) => id))
}
