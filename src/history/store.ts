import type { Prisma, PrismaClient } from '../database/index.ts'
import { hasBot } from '../protocol/index.ts'
import { otherSeat } from '../record/index.ts'
import { storeChat } from './chat.ts'
import { addToCounters } from './counters.ts'
import { namelessGame } from './deleted.ts'
import type { FinishedGame } from './finished.ts'
import { jsonRows, summed } from './json-rows.ts'
import { lockRatings, rateGames } from './ratings/store.ts'
import { resultOf } from './result.ts'
import type { Countable } from './statistics/count.ts'
import { countGames } from './statistics/count.ts'

type Tx = Prisma.TransactionClient

/**
 * In ms. A rated game that arrives very late causes tens of thousands of games to be rated again, which takes seconds.
 */
const TIMEOUT = 120_000

/**
 * Stores games with their ratings and counters, all or nothing, each unless it is stored already. New chat lines are
 * added either way. Transactions take their locks in one order: the ratings of the kinds, the players, everything else.
 * The number of statements does not depend on the number of games.
 * @returns what became of each game, in the order given. Of equal ids, the first one counts.
 */
export async function storeGames(db: PrismaClient, given: readonly FinishedGame[]): Promise<('stored' | 'already')[]> {
  if (given.length === 0) return []
  const store = async (tx: Tx): Promise<('stored' | 'already')[]> => {
    await lockRatings(
      tx,
      given.flatMap(({ ratingKind }) => ratingKind ?? []),
    )
    // From here on, other transactions that store games of these players wait for the end of this one.
    const deleted = await upsertPlayers(tx, given)
    const games = given.map((game) =>
      game.players.some(({ id }) => deleted.has(id)) ? namelessGame(game, deleted) : game,
    )
    const inserted = await insertGames(tx, games)
    const isNew = games.map(({ record }) => inserted.delete(record.header.id))
    const stored = games.filter((_game, n) => isNew[n])
    if (stored.length > 0) {
      await insertSeats(tx, stored)
      await addToCounters(tx, stored)
    }
    const ratings = await rateGames(tx, stored)
    await storeChat(tx, games)
    await countGames(tx, stored.filter(({ listed }) => listed).map(countable), ratings)
    return isNew.map((one) => (one ? 'stored' : 'already'))
  }
  return db.$transaction(store, { timeout: TIMEOUT })
}

/** What statistics need of a game. */
const countable = ({ record, ...game }: FinishedGame): Countable => ({ ...game, id: record.header.id })

/** @returns the ids of the games that were not stored yet. */
async function insertGames(tx: Tx, games: readonly FinishedGame[]): Promise<Set<string>> {
  const rows = games.map((game) => {
    const { record, outcome, kind, options, clock, origin, ratingKind, bots, listed, startedAt, endedAt } = game
    const { id, rules, seed, seedHash, deal = null } = record.header
    return {
      id,
      kind,
      options,
      clock,
      rated: ratingKind !== null,
      bots,
      listed,
      origin,
      rules,
      seed,
      seedHash,
      deal,
      by: outcome.by,
      winner: outcome.winner,
      versions: record.entries.length,
      createdAt: new Date(record.createdAt),
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
      record,
    }
  })
  const inserted = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO games (
      id, kind, options, clock, rated, bots, listed, origin, rules, seed, seed_hash, deal, ended_by, winner,
      versions, created_at, started_at, ended_at, record
    )
    SELECT
      id, kind, options, clock, rated, bots, listed, origin, rules, seed, "seedHash", deal, by, winner,
      versions, "createdAt", "startedAt", "endedAt", record
    FROM json_to_recordset(${jsonRows(rows)}) AS new (
      id text, kind text, options jsonb, clock text, rated boolean, bots boolean, listed boolean, origin text, rules text,
      seed text, "seedHash" text, deal text, by text, winner smallint, versions integer, "createdAt" timestamp(3),
      "startedAt" timestamp(3), "endedAt" timestamp(3), record jsonb
    )
    ON CONFLICT (id) DO NOTHING
    RETURNING id`
  return new Set(inserted.map(({ id }) => id))
}

async function insertSeats(tx: Tx, games: readonly FinishedGame[]): Promise<void> {
  const rows = games.flatMap(({ record, players, outcome, scores, kind, clock, ratingKind, bots, endedAt }) =>
    ([0, 1] as const).map((seat) => ({
      game: record.header.id,
      seat,
      player: players[seat].id,
      name: players[seat].name,
      bot: hasBot([players[seat]]),
      opponent: players[otherSeat(seat)].id,
      result: resultOf(outcome, seat),
      score: scores[seat],
      kind,
      clock,
      rated: ratingKind !== null,
      bots,
      by: outcome.by,
      endedAt: new Date(endedAt),
    })),
  )
  await tx.$executeRaw`
    INSERT INTO game_seats (
      game_id, seat, player_id, name, bot, opponent_id, result, score, kind, clock, rated, bots, ended_by, ended_at
    )
    SELECT
      game, seat, player, COALESCE(given.name, new.name), bot, opponent, result, score, kind, clock, rated, bots, by,
      "endedAt"
    FROM json_to_recordset(${jsonRows(rows)}) AS new (
      game text, seat smallint, player text, name text, bot boolean, opponent text, result seat_result, score jsonb,
      kind text, clock text, rated boolean, bots boolean, by text, "endedAt" timestamp(3)
    ) LEFT JOIN sanctions AS given ON given.player_id = player AND given.type = 'name'`
}

/**
 * Games arrive in any order: a player has the name of their latest game, unless their data was deleted or a moderator
 * has given them another name. The rows are
 * locked in the order of their ids, so that two transactions with the same players cannot wait for each other.
 * @returns the ids of the players whose data was deleted.
 */
async function upsertPlayers(tx: Tx, games: readonly FinishedGame[]): Promise<Set<string>> {
  const seats = games.flatMap(({ players, endedAt }) =>
    players.map((player) => {
      const [{ id, name }, moment] = [player, new Date(endedAt)]
      return { id, name, bot: hasBot([player]), first: moment, last: moment }
    }),
  )
  const players = summed(
    seats,
    ({ id }) => id,
    (player, { name, first, last }) => {
      if (last >= player.last) Object.assign(player, { name, last })
      if (first < player.first) player.first = first
    },
  )
  players.sort((a, b) => (a.id < b.id ? -1 : 1))
  const rows = await tx.$queryRaw<{ id: string; deleted: boolean }[]>`
    INSERT INTO players (id, name, bot, first_game_at, last_game_at)
    SELECT id, COALESCE(given.name, new.name), bot, first, last
    FROM json_to_recordset(${jsonRows(players)})
      AS new (id text, name text, bot boolean, first timestamp(3), last timestamp(3))
      LEFT JOIN sanctions AS given ON given.player_id = id AND given.type = 'name'
    ON CONFLICT (id) DO UPDATE SET
      name = CASE
        WHEN players.deleted_at IS NULL AND excluded.last_game_at >= players.last_game_at THEN excluded.name
        ELSE players.name
      END,
      bot = excluded.bot,
      first_game_at = LEAST(players.first_game_at, excluded.first_game_at),
      last_game_at = GREATEST(players.last_game_at, excluded.last_game_at)
    RETURNING id, deleted_at IS NOT NULL AS deleted`
  return new Set(rows.filter(({ deleted }) => deleted).map(({ id }) => id))
}
