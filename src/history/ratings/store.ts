import { RATING_KINDS } from '../../protocol/index.ts'
import type { RatingKind } from '../../protocol/index.ts'
import type { Prisma } from '../../database/index.ts'
import type { Position } from '../cursor.ts'
import type { FinishedGame } from '../finished.ts'
import { resultOf } from '../result.ts'
import { afterGame, LISTED, NEWCOMER } from './glicko.ts'
import type { Standing } from './glicko.ts'
import { after, before, isLater } from './order.ts'
import { afterOf, beforeOf, columns, scoreOf } from './rows.ts'

type Tx = Prisma.TransactionClient

/** Any number that means this to every node; the hash of a rating kind goes with it. */
const LOCK = 7307

/** Rating changes that are read and written at a time when games are rated anew. There are two of each game. */
const BATCH = 2000

/**
 * Who rates games of the same kind waits here for the end of this transaction. Comes before any row is locked, so that none of
 * them holds what another one waits for.
 */
export async function lockRatings(tx: Tx, kind: RatingKind): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::int, hashtext(${kind}))`
}

/** As `lockRatings`, for what concerns all kinds. */
export async function lockAllRatings(tx: Tx): Promise<void> {
  // In an order that a new kind of game does not change, so that nodes of two versions do not wait for each other.
  for (const kind of [...RATING_KINDS].sort()) await lockRatings(tx, kind)
}

/**
 * Rates a game that has just been stored. The ratings of a kind are the fold of its rated games in their order; those after this
 * one that were stored before it are rated anew as far as it bears on them. The ratings of the kind are locked.
 */
export async function rateGame(tx: Tx, kind: RatingKind, { players, outcome, endedAt, record }: FinishedGame): Promise<void> {
  const position: Position = { endedAt, id: record.header.id }
  const [first, second] = [await known(tx, kind, players[0].id, position), await known(tx, kind, players[1].id, position)]
  const standings = afterGame(first.standing, second.standing, scoreOf(resultOf(outcome, 0)))
  await tx.ratingChange.createMany({
    data: ([first, second] as const).map(({ standing }, n) => {
      const seat = n as 0 | 1
      return {
        gameId: position.id,
        seat,
        playerId: players[seat].id,
        kind,
        endedAt: new Date(endedAt),
        result: resultOf(outcome, seat),
        ...columns(standing, standings[seat]),
      }
    }),
  })
  const changed = new Map(players.map(({ id }, seat) => [id, standings[seat]!]))
  if (first.late || second.late) await rateAnew(tx, kind, position, changed)
  await countGame(tx, kind, players[0].id, position, first.late)
  await countGame(tx, kind, players[1].id, position, second.late)
  await writeRatings(tx, kind, changed)
}

/** A player's standing before a game, and whether he has later ones. */
async function known(
  tx: Tx,
  kind: RatingKind,
  playerId: string,
  position: Position,
): Promise<{ standing: Standing; late: boolean }> {
  const now = await tx.playerRating.findUnique({ where: { playerId_kind: { playerId, kind } } })
  if (!now) return { standing: NEWCOMER, late: false }
  if (isLater(position, { endedAt: now.lastGameAt.getTime(), id: now.lastGameId })) return { standing: now, late: false }
  const last = await tx.ratingChange.findFirst({
    where: { playerId, ...before(kind, position) },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
  })
  return { standing: last ? afterOf(last) : NEWCOMER, late: true }
}

/**
 * Goes through the games after a position, in order, and rates those anew in which somebody plays whose standing is not what it
 * was: at first the players of the game at that position, then whom they played, and so on. `changed` grows with them.
 */
async function rateAnew(tx: Tx, kind: RatingKind, from: Position, changed: Map<string, Standing>): Promise<void> {
  for (let position: Position | null = from; position; ) {
    const rows = await changesAfter(tx, kind, position)
    const anew: object[] = []
    for (let n = 0; n < rows.length; n += 2) {
      const [first, second] = [rows[n]!, rows[n + 1]!]
      if (!changed.has(first.playerId) && !changed.has(second.playerId)) continue
      const standings = [first, second].map((row) => changed.get(row.playerId) ?? beforeOf(row)) as [Standing, Standing]
      const rated = afterGame(...standings, scoreOf(first.result))
      for (const [index, { gameId, seat, playerId }] of [first, second].entries()) {
        changed.set(playerId, rated[index]!)
        anew.push({ gameId, seat, ...columns(standings[index]!, rated[index]!) })
      }
    }
    if (anew.length > 0) await writeChanges(tx, anew)
    const last: Changes[number] | undefined = rows.at(-1)
    position = last && rows.length === BATCH ? { endedAt: last.endedAt.getTime(), id: last.gameId } : null
  }
}

type Changes = Awaited<ReturnType<typeof changesAfter>>

const changesAfter = (tx: Tx, kind: RatingKind, position: Position) =>
  tx.ratingChange.findMany({
    where: after(kind, position),
    orderBy: [{ endedAt: 'asc' }, { gameId: 'asc' }, { seat: 'asc' }],
    take: BATCH,
  })

/** Both of these write standings as JSON, where a number has the shortest text that gives the same number again. */
async function writeChanges(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE rating_changes SET
      rating_before = anew."ratingBefore", deviation_before = anew."deviationBefore", volatility_before = anew."volatilityBefore",
      rating_after = anew."ratingAfter", deviation_after = anew."deviationAfter", volatility_after = anew."volatilityAfter"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS anew (
      "gameId" text, seat smallint, "ratingBefore" float8, "deviationBefore" float8, "volatilityBefore" float8,
      "ratingAfter" float8, "deviationAfter" float8, "volatilityAfter" float8
    )
    WHERE rating_changes.game_id = anew."gameId" AND rating_changes.seat = anew.seat`
}

async function writeRatings(tx: Tx, kind: RatingKind, changed: ReadonlyMap<string, Standing>): Promise<void> {
  const rows = [...changed].map(([player, { rating, deviation, volatility }]) => ({ player, rating, deviation, volatility }))
  await tx.$executeRaw`
    UPDATE ratings SET
      rating = anew.rating, deviation = anew.deviation, volatility = anew.volatility,
      listed = ratings.games >= ${LISTED.games} AND anew.deviation <= ${LISTED.deviation} AND players.deleted_at IS NULL
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS anew (player text, rating float8, deviation float8, volatility float8)
    JOIN players ON players.id = anew.player
    WHERE ratings.player_id = anew.player AND ratings.kind = ${kind}`
}

async function countGame(tx: Tx, kind: RatingKind, playerId: string, { endedAt, id }: Position, late: boolean): Promise<void> {
  const last = { lastGameAt: new Date(endedAt), lastGameId: id }
  await tx.playerRating.upsert({
    where: { playerId_kind: { playerId, kind } },
    create: { playerId, kind, ...NEWCOMER, games: 1, ...last, listed: false },
    update: { games: { increment: 1 }, ...(!late && last) },
  })
}
