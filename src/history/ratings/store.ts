import { RATING_KINDS } from '../../protocol/index.ts'
import type { RatingKind } from '../../protocol/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { Prisma } from '../../database/index.ts'
import type { GameKey } from '../cursor.ts'
import type { FinishedGame } from '../finished.ts'
import { resultOf } from '../result.ts'
import { afterGame, LISTED, NEWCOMER } from './glicko.ts'
import type { Standing } from './glicko.ts'
import { earlierThan, isLater, laterThan } from './order.ts'
import { columnsOf, GLICKO_SCORES, standingAfter, standingBefore } from './rows.ts'

type Tx = Prisma.TransactionClient

/** The first key of the advisory locks of ratings; the second key is the hash of the kind. Any number would do. */
const LOCK = 7307

/** How many rating changes are read and written at a time when games are rated anew. Each game has two. */
const BATCH = 2000

/**
 * Makes other transactions that rate games of this kind wait for the end of this one. A transaction takes this lock
 * before it locks any row, so that two transactions cannot wait for each other.
 */
export async function lockRatings(tx: Tx, kind: RatingKind): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::int, hashtext(${kind}))`
}

/**
 * Takes the locks of all kinds. A new kind of game does not change their order, so that nodes of two versions agree on
 * it.
 */
export async function lockAllRatings(tx: Tx): Promise<void> {
  for (const kind of [...RATING_KINDS].sort()) await lockRatings(tx, kind)
}

/**
 * Rates a game that was just stored. The ratings of a kind are the fold of its rated games in their order. Games that
 * ended later but were stored earlier are rated anew where this game has changed a standing. The caller holds the lock
 * of the kind.
 */
export async function rateGame(tx: Tx, kind: RatingKind, game: FinishedGame): Promise<void> {
  const { players, outcome, endedAt, record } = game
  const key: GameKey = { endedAt, id: record.header.id }
  const first = await standingAt(tx, kind, players[0].id, key)
  const second = await standingAt(tx, kind, players[1].id, key)
  const before = [first.standing, second.standing] as const
  const after = afterGame(...before, GLICKO_SCORES[resultOf(outcome, 0)])
  const change = (seat: Seat): Prisma.RatingChangeCreateManyInput => ({
    gameId: key.id,
    seat,
    playerId: players[seat].id,
    kind,
    endedAt: new Date(endedAt),
    result: resultOf(outcome, seat),
    ...columnsOf(before[seat], after[seat]),
  })
  await tx.ratingChange.createMany({ data: [change(0), change(1)] })
  const changed = new Map(players.map(({ id }, seat) => [id, after[seat]!]))
  if (first.late || second.late) await rateAnew(tx, kind, key, changed)
  await countRatedGame(tx, kind, players[0].id, key, first.late)
  await countRatedGame(tx, kind, players[1].id, key, second.late)
  await writeRatings(tx, kind, changed)
}

/** The standing of a player just before a game, and whether the game is late: the player has rated games after it. */
async function standingAt(
  tx: Tx,
  kind: RatingKind,
  playerId: string,
  key: GameKey,
): Promise<{ standing: Standing; late: boolean }> {
  const now = await tx.playerRating.findUnique({ where: { playerId_kind: { playerId, kind } } })
  if (!now) return { standing: NEWCOMER, late: false }
  if (isLater(key, { endedAt: now.lastGameAt.getTime(), id: now.lastGameId })) return { standing: now, late: false }
  const last = await tx.ratingChange.findFirst({
    where: { playerId, ...earlierThan(kind, key) },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
  })
  return { standing: last ? standingAfter(last) : NEWCOMER, late: true }
}

/**
 * Goes through the games after a game in their order, and rates those anew in which a player has a changed standing:
 * first the players of that game, then their opponents, and so on. `changed` grows with them.
 */
async function rateAnew(tx: Tx, kind: RatingKind, from: GameKey, changed: Map<string, Standing>): Promise<void> {
  for (let key: GameKey | null = from; key; ) {
    const rows = await changesAfter(tx, kind, key)
    const anew: object[] = []
    for (let n = 0; n < rows.length; n += 2) {
      const [first, second] = [rows[n]!, rows[n + 1]!]
      if (!changed.has(first.playerId) && !changed.has(second.playerId)) continue
      const before = [
        changed.get(first.playerId) ?? standingBefore(first),
        changed.get(second.playerId) ?? standingBefore(second),
      ] as const
      const after = afterGame(...before, GLICKO_SCORES[first.result])
      for (const [index, { gameId, seat, playerId }] of [first, second].entries()) {
        changed.set(playerId, after[index]!)
        anew.push({ gameId, seat, ...columnsOf(before[index]!, after[index]!) })
      }
    }
    if (anew.length > 0) await writeChanges(tx, anew)
    const last: Changes[number] | undefined = rows.at(-1)
    key = last && rows.length === BATCH ? { endedAt: last.endedAt.getTime(), id: last.gameId } : null
  }
}

type Changes = Awaited<ReturnType<typeof changesAfter>>

const changesAfter = (tx: Tx, kind: RatingKind, key: GameKey) =>
  tx.ratingChange.findMany({
    where: laterThan(kind, key),
    orderBy: [{ endedAt: 'asc' }, { gameId: 'asc' }, { seat: 'asc' }],
    take: BATCH,
  })

// Standings are written as JSON, in which a number has the shortest text that gives the same number again.

async function writeChanges(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE rating_changes SET
      rating_before = anew."ratingBefore",
      deviation_before = anew."deviationBefore",
      volatility_before = anew."volatilityBefore",
      rating_after = anew."ratingAfter",
      deviation_after = anew."deviationAfter",
      volatility_after = anew."volatilityAfter"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS anew (
      "gameId" text, seat smallint, "ratingBefore" float8, "deviationBefore" float8, "volatilityBefore" float8,
      "ratingAfter" float8, "deviationAfter" float8, "volatilityAfter" float8
    )
    WHERE rating_changes.game_id = anew."gameId" AND rating_changes.seat = anew.seat`
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
      rating = anew.rating,
      deviation = anew.deviation,
      volatility = anew.volatility,
      listed = ratings.games >= ${LISTED.games} AND anew.deviation <= ${LISTED.deviation}
        AND players.deleted_at IS NULL
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS anew (player text, rating float8, deviation float8, volatility float8)
    JOIN players ON players.id = anew.player
    WHERE ratings.player_id = anew.player AND ratings.kind = ${kind}`
}

/** Adds a game to the rating of a player. A late game does not become the last game. */
async function countRatedGame(tx: Tx, kind: RatingKind, playerId: string, key: GameKey, late: boolean): Promise<void> {
  const last = { lastGameAt: new Date(key.endedAt), lastGameId: key.id }
  await tx.playerRating.upsert({
    where: { playerId_kind: { playerId, kind } },
    create: { playerId, kind, ...NEWCOMER, games: 1, ...last, listed: false },
    update: { games: { increment: 1 }, ...(!late && last) },
  })
}
