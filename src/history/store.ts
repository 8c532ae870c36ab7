import type { Seat } from '../rules/index.ts'
import type { Prisma, PrismaClient } from '../database/index.ts'
import type { FinishedGame } from './finished.ts'

/** Keeps a game unless it is there already: all of it or nothing. */
export async function storeGame(db: PrismaClient, game: FinishedGame): Promise<'stored' | 'already'> {
  return db.$transaction(async (tx) => {
    // Of several at once, this line makes all but one wait for the first one's end.
    const { count } = await tx.game.createMany({ data: [gameRow(game)], skipDuplicates: true })
    if (count === 0) return 'already'
    await upsertPlayers(tx, game)
    await tx.gameSeat.createMany({ data: [seatRow(game, 0), seatRow(game, 1)] })
    return 'stored'
  })
}

function gameRow({ record, outcome, startedAt, endedAt }: FinishedGame): Prisma.GameCreateManyInput {
  const { id, options, rules, seed, seedHash } = record.header
  return {
    id,
    options: { ...options },
    agora: options.agora,
    rules,
    seed,
    seedHash,
    by: outcome.by,
    winner: outcome.winner,
    versions: record.entries.length,
    createdAt: new Date(record.createdAt),
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    // A record is JSON; its type only does not say so.
    record: record as unknown as Prisma.InputJsonObject,
  }
}

function seatRow({ record, players, outcome, scores, endedAt }: FinishedGame, seat: Seat): Prisma.GameSeatCreateManyInput {
  const { id, name } = players[seat]
  return {
    gameId: record.header.id,
    seat,
    playerId: id,
    name,
    result: outcome.winner === null ? 'shared' : outcome.winner === seat ? 'won' : 'lost',
    ...scores[seat],
    agora: record.header.options.agora,
    by: outcome.by,
    endedAt: new Date(endedAt),
  }
}

/**
 * Games come in any order: a player keeps the name of the latest one. The two are taken in the order of their ids, so that
 * two games of the same players can't wait for each other.
 */
async function upsertPlayers(tx: Prisma.TransactionClient, game: FinishedGame): Promise<void> {
  const endedAt = new Date(game.endedAt)
  const [a, b] = game.players[0].id < game.players[1].id ? game.players : [game.players[1], game.players[0]]
  await tx.$executeRaw`
    INSERT INTO players (id, name, first_game_at, last_game_at)
    VALUES (${a.id}, ${a.name}, ${endedAt}, ${endedAt}), (${b.id}, ${b.name}, ${endedAt}, ${endedAt})
    ON CONFLICT (id) DO UPDATE SET
      name = CASE WHEN excluded.last_game_at >= players.last_game_at THEN excluded.name ELSE players.name END,
      first_game_at = LEAST(players.first_game_at, excluded.first_game_at),
      last_game_at = GREATEST(players.last_game_at, excluded.last_game_at)`
}
