import type { Prisma } from '../../database/index.ts'
import type { RatingKind } from '../../protocol/index.ts'
import { RATING_KINDS } from '../../protocol/index.ts'
import type { GameKey } from '../cursor.ts'
import type { FinishedGame } from '../finished.ts'
import { jsonRows, summed } from '../json-rows.ts'
import { resultOf } from '../result.ts'
import type { Meeting, RatedGame } from './fold.ts'
import { RatingFold } from './fold.ts'
import type { Standing } from './glicko.ts'
import { LISTED, MEETING_MS, NEWCOMER } from './glicko.ts'
import { earlierThan, isLater, laterThan } from './order.ts'
import { columnsOf, standingAfter, standingBefore } from './rows.ts'

type Tx = Prisma.TransactionClient

/** The first key of the advisory locks of ratings; the second key is the hash of the kind. Any number would do. */
const LOCK = 7307

/** How many rating changes are read and written at a time when games are rated again. Each game has two. */
const BATCH = 2000

/**
 * Makes other transactions that rate games of these kinds wait for the end of this one. A transaction takes these locks
 * in one call, before it locks any row, so that two transactions cannot wait for each other. A new kind of game does not
 * change the order of the locks, so that nodes of two versions agree on it.
 */
export async function lockRatings(tx: Tx, kinds: readonly RatingKind[]): Promise<void> {
  const inOrder = [...new Set(kinds)].sort()
  if (inOrder.length === 0) return
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(${LOCK}::int, hashtext(kind)) FROM unnest(${inOrder}::text[]) AS kind`
}

/** Takes the locks of all kinds. */
export const lockAllRatings = (tx: Tx): Promise<void> => lockRatings(tx, RATING_KINDS)

/** By game, the ratings of both players before it. */
type RatingsBefore = Map<string, readonly [number, number]>

/**
 * Rates games that were just stored, as far as they are rated. The caller holds the locks of their kinds.
 * @returns the ratings before each of them, and before each stored game that was rated again.
 */
export async function rateGames(tx: Tx, games: readonly FinishedGame[]): Promise<RatingsBefore> {
  const ratings: RatingsBefore = new Map()
  for (const kind of RATING_KINDS) {
    const rated = games.filter(({ ratingKind }) => ratingKind === kind).map(ratedGame)
    rated.sort((a, b) => (isLater(a.key, b.key) ? 1 : -1))
    if (rated.length > 0) await rateKind(tx, kind, rated, ratings)
  }
  return ratings
}

const ratedGame = ({ record, players, outcome, endedAt }: FinishedGame): RatedGame => ({
  key: { endedAt, id: record.header.id },
  players: [players[0].id, players[1].id],
  results: [resultOf(outcome, 0), resultOf(outcome, 1)],
})

/**
 * Rates new games of a kind, which are in their order. The ratings of a kind are the fold of its rated games in their
 * order: games that ended later but were stored earlier are rated again where a new game has changed a standing.
 */
async function rateKind(tx: Tx, kind: RatingKind, games: readonly RatedGame[], ratings: RatingsBefore): Promise<void> {
  const { standings, firstLate } = await standingsBefore(tx, kind, games)
  const fold = new RatingFold(standings)
  const rate = (game: RatedGame): object[] => {
    const { before, after } = fold.rate(game)
    ratings.set(game.key.id, [before[0].rating, before[1].rating])
    return changeRows(game, { before, after })
  }
  for (const meeting of await meetings(tx, kind, games, firstLate)) fold.met(meeting)
  const waiting = [...games]
  const changes: object[] = []
  const rateUntil = (end: GameKey | null): void => {
    for (let game = waiting[0]; game && (!end || isLater(end, game.key)); game = waiting[0]) {
      waiting.shift()
      changes.push(...rate(game))
    }
  }
  if (firstLate) await rateAnew(tx, kind, firstLate, fold, rate, rateUntil)
  rateUntil(null)
  await insertChanges(tx, kind, changes)
  await countRatedGames(tx, kind, games)
  await writeRatings(tx, kind, fold.changed)
}

/**
 * The standing of each player just before the first one of these games that they play, as far as it is stored; and the
 * first of these games that is late: a player has rated games after it.
 */
async function standingsBefore(
  tx: Tx,
  kind: RatingKind,
  games: readonly RatedGame[],
): Promise<{ standings: Map<string, Standing>; firstLate: GameKey | null }> {
  const first = new Map<string, GameKey>()
  for (const { key, players } of games) for (const player of players) if (!first.has(player)) first.set(player, key)
  const rows = await tx.playerRating.findMany({ where: { kind, playerId: { in: [...first.keys()] } } })
  const standings = new Map<string, Standing>([...first.keys()].map((player) => [player, NEWCOMER]))
  let firstLate: GameKey | null = null
  for (const row of rows) {
    const { playerId, lastGameAt, lastGameId } = row
    const key = first.get(playerId)!
    if (isLater(key, { endedAt: lastGameAt.getTime(), id: lastGameId })) {
      standings.set(playerId, row)
      continue
    }
    if (!firstLate || isLater(firstLate, key)) firstLate = key
    const last = await tx.ratingChange.findFirst({
      where: { playerId, ...earlierThan(kind, key) },
      orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    })
    if (last) standings.set(playerId, standingAfter(last))
  }
  return { standings, firstLate }
}

/**
 * The stored games that may lie in the day before one that is rated: those between players of new games; and if games
 * are rated again, those of all players up to the first of them.
 */
async function meetings(
  tx: Tx,
  kind: RatingKind,
  games: readonly RatedGame[],
  firstLate: GameKey | null,
): Promise<Meeting[]> {
  const from = new Date(games[0]!.key.endedAt - MEETING_MS)
  const players = [...new Set(games.flatMap((game) => game.players))]
  const which = firstLate
    ? { endedAt: { gte: from, lte: new Date(firstLate.endedAt) } }
    : { endedAt: { gte: from }, playerId: { in: players } }
  const rows = await tx.ratingChange.findMany({
    where: { kind, ...which },
    orderBy: [{ gameId: 'asc' }, { seat: 'asc' }],
    select: { gameId: true, endedAt: true, playerId: true },
  })
  return rows.flatMap(({ gameId, endedAt, playerId }, n) => {
    const opponent = rows[n + 1]
    if (opponent?.gameId !== gameId) return []
    return { key: { endedAt: endedAt.getTime(), id: gameId }, players: [playerId, opponent.playerId] }
  })
}

/**
 * Goes through the stored games after a game in their order, and rates those again in which a player has a changed
 * standing: first the players of new games, then their opponents, and so on. Before each of them, `rateUntil` rates the
 * new games that are earlier.
 */
async function rateAnew(
  tx: Tx,
  kind: RatingKind,
  from: GameKey,
  fold: RatingFold,
  rate: (game: RatedGame) => object[],
  rateUntil: (end: GameKey) => void,
): Promise<void> {
  for (let key: GameKey | null = from; key;) {
    const rows = await changesAfter(tx, kind, key)
    const rerated: object[] = []
    for (let n = 0; n < rows.length; n += 2) {
      const game = storedGame(rows[n]!, rows[n + 1]!)
      rateUntil(game.key)
      if (game.players.some((player) => fold.changed.has(player))) rerated.push(...rate(game))
      else fold.met(game)
    }
    if (rerated.length > 0) await updateChanges(tx, rerated)
    const last: Changes[number] | undefined = rows.at(-1)
    key = last && rows.length === BATCH ? keyOf(last) : null
  }
}

type Changes = Awaited<ReturnType<typeof changesAfter>>

const changesAfter = (tx: Tx, kind: RatingKind, key: GameKey) =>
  tx.ratingChange.findMany({
    where: laterThan(kind, key),
    orderBy: [{ endedAt: 'asc' }, { gameId: 'asc' }, { seat: 'asc' }],
    take: BATCH,
  })

const keyOf = ({ endedAt, gameId }: Changes[number]): GameKey => ({ endedAt: endedAt.getTime(), id: gameId })

const storedGame = (first: Changes[number], second: Changes[number]): RatedGame => ({
  key: keyOf(first),
  players: [first.playerId, second.playerId],
  results: [first.result, second.result],
  before: [standingBefore(first), standingBefore(second)],
})

const changeRows = (
  { key, players, results }: RatedGame,
  { before, after }: ReturnType<RatingFold['rate']>,
): object[] =>
  ([0, 1] as const).map((seat) => ({
    game: key.id,
    seat,
    player: players[seat],
    endedAt: new Date(key.endedAt),
    result: results[seat],
    ...columnsOf(before[seat], after[seat]),
  }))

async function insertChanges(tx: Tx, kind: RatingKind, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO rating_changes (
      game_id, seat, player_id, kind, ended_at, result, rating_before, deviation_before, volatility_before,
      rating_after, deviation_after, volatility_after
    )
    SELECT
      game, seat, player, ${kind}, "endedAt", result, "ratingBefore", "deviationBefore", "volatilityBefore",
      "ratingAfter", "deviationAfter", "volatilityAfter"
    FROM json_to_recordset(${jsonRows(rows)}) AS new (
      game text, seat smallint, player text, "endedAt" timestamp(3), result seat_result, "ratingBefore" float8,
      "deviationBefore" float8, "volatilityBefore" float8, "ratingAfter" float8, "deviationAfter" float8,
      "volatilityAfter" float8
    )`
}

async function updateChanges(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE rating_changes SET
      rating_before = rerated."ratingBefore",
      deviation_before = rerated."deviationBefore",
      volatility_before = rerated."volatilityBefore",
      rating_after = rerated."ratingAfter",
      deviation_after = rerated."deviationAfter",
      volatility_after = rerated."volatilityAfter"
    FROM json_to_recordset(${jsonRows(rows)}) AS rerated (
      game text, seat smallint, "ratingBefore" float8, "deviationBefore" float8, "volatilityBefore" float8,
      "ratingAfter" float8, "deviationAfter" float8, "volatilityAfter" float8
    )
    WHERE rating_changes.game_id = rerated.game AND rating_changes.seat = rerated.seat`
}

async function writeRatings(tx: Tx, kind: RatingKind, changed: ReadonlyMap<string, Standing>): Promise<void> {
  const rows = [...changed].map(([player, { rating, deviation, volatility }]) => ({
    player,
    rating,
    deviation,
    volatility,
  }))
  await tx.$executeRaw`
    UPDATE ratings SET
      rating = rerated.rating,
      deviation = rerated.deviation,
      volatility = rerated.volatility,
      listed = ratings.games >= ${LISTED.games} AND rerated.deviation <= ${LISTED.deviation}
        AND players.deleted_at IS NULL
    FROM json_to_recordset(${jsonRows(rows)})
      AS rerated (player text, rating float8, deviation float8, volatility float8)
    JOIN players ON players.id = rerated.player
    WHERE ratings.player_id = rerated.player AND ratings.kind = ${kind}`
}

/** Adds games, which are in their order, to the ratings of their players. A late game does not become the last game. */
async function countRatedGames(tx: Tx, kind: RatingKind, games: readonly RatedGame[]): Promise<void> {
  const seats = games.flatMap(({ key, players }) =>
    players.map((player) => ({ player, ...NEWCOMER, games: 1, lastAt: new Date(key.endedAt), lastId: key.id })),
  )
  const rows = summed(
    seats,
    ({ player }) => player,
    (sum, { games, lastAt, lastId }) => {
      Object.assign(sum, { games: sum.games + games, lastAt, lastId })
    },
  )
  await tx.$executeRaw`
    INSERT INTO ratings (
      player_id, kind, rating, deviation, volatility, games, last_game_at, last_game_id, listed
    )
    SELECT player, ${kind}, rating, deviation, volatility, games, "lastAt", "lastId", false
    FROM json_to_recordset(${jsonRows(rows)}) AS new (
      player text, rating float8, deviation float8, volatility float8, games integer, "lastAt" timestamp(3),
      "lastId" text
    )
    ON CONFLICT (player_id, kind) DO UPDATE SET
      games = ratings.games + excluded.games,
      last_game_at = GREATEST(ratings.last_game_at, excluded.last_game_at),
      last_game_id = CASE
        WHEN (excluded.last_game_at, excluded.last_game_id) > (ratings.last_game_at, ratings.last_game_id)
        THEN excluded.last_game_id
        ELSE ratings.last_game_id
      END`
}
