import type { PrismaClient } from '../database/index.ts'
import { Prisma } from '../database/index.ts'
import type { NextPuzzleQuery } from '../protocol/index.ts'
import { FOLDED_VERSIONS } from '../rules/index.ts'
import type { PuzzleRow } from './answers.ts'

/** The key of the advisory lock of those who choose the puzzle of a day. Any number would do. */
const LOCK = 7_205_513

/** Puzzles whose games these rules can fold. */
const SHOWN = { rules: { in: [...FOLDED_VERSIONS] } }

/**
 * The puzzle of a day; if it has none, the oldest one that was not that of a day yet becomes it, for all nodes. Null if
 * there is no such puzzle.
 */
export async function ofDay(db: PrismaClient, day: Date): Promise<PuzzleRow | null> {
  const chosen = await db.puzzle.findUnique({ where: { day, ...SHOWN } })
  if (chosen) return chosen
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${LOCK}::bigint)) AS lock`
    const other = await tx.puzzle.findUnique({ where: { day } })
    if (other) return tx.puzzle.findUnique({ where: { day, ...SHOWN } })
    const oldest = await tx.puzzle.findFirst({
      where: { day: null, ...SHOWN },
      // With the day, which none of them has, Postgres reads the index in its order.
      orderBy: [{ day: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    })
    return oldest && tx.puzzle.update({ where: { id: oldest.id }, data: { day } })
  })
}

/** The puzzle that is nearest to a rating, of those that a player has not answered; null if there is none. */
export async function nearest(
  db: PrismaClient,
  { player, rating, kind, theme }: NextPuzzleQuery & { player: string; rating: number },
): Promise<PuzzleRow | null> {
  const fits = Prisma.sql`
    rules = ANY(${FOLDED_VERSIONS})
    AND NOT EXISTS (SELECT 1 FROM puzzle_answers WHERE puzzle_id = puzzles.id AND player_id = ${player})
    ${kind === undefined ? Prisma.empty : Prisma.sql`AND kind = ${kind}`}
    ${theme === undefined ? Prisma.empty : Prisma.sql`AND ${theme} = ANY(themes)`}`
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      (SELECT id, rating FROM puzzles WHERE rating >= ${rating} AND ${fits} ORDER BY rating, id LIMIT 1)
      UNION ALL
      (SELECT id, rating FROM puzzles WHERE rating < ${rating} AND ${fits} ORDER BY rating DESC, id DESC LIMIT 1)
    ) AS near
    ORDER BY abs(rating - ${rating}), id LIMIT 1`
  return found ? db.puzzle.findUnique({ where: { id: found.id } }) : null
}
