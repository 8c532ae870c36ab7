import type { Chance } from '../bots/index.ts'
import { isSame } from '../bots/index.ts'
import type { Prisma } from '../database/index.ts'
import type { Standing } from '../history/index.ts'
import { afterGame, NEWCOMER } from '../history/index.ts'
import type { PuzzleResult, PuzzleTheme } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { WHOLE } from './candidates.ts'

/** An action is right if it is the best one, or so many parts of 10,000 worse at most. */
const AS_GOOD = 200
/** How long the answer of a guest is retained (ms). */
export const GUEST_KEPT_MS = 30 * 86_400_000

type Action = Chance['action']
export type PuzzleRow = Prisma.PuzzleGetPayload<object>
type AnswerRow = Pick<Prisma.PuzzleAnswerGetPayload<object>, 'action' | 'right' | 'ratingBefore' | 'ratingAfter'>

/** The chances of a stored puzzle: whole parts of 10,000. */
const partsOf = ({ chances }: Pick<PuzzleRow, 'chances'>): Chance[] => chances as unknown as Chance[]

/** What a player is told of an answer. */
export function resultOf(puzzle: PuzzleRow, { action, right, ratingBefore, ratingAfter }: AnswerRow): PuzzleResult {
  const chances = partsOf(puzzle).map((each) => ({ action: each.action, chance: each.chance / WHOLE }))
  return {
    puzzle: puzzle.id,
    action: action as unknown as Action,
    right,
    best: chances[0]!.action,
    chances,
    themes: puzzle.themes as PuzzleTheme[],
    game: puzzle.gameId,
    version: puzzle.version,
    ...(ratingBefore !== null && ratingAfter !== null && { rating: { before: ratingBefore, after: ratingAfter } }),
  }
}

/**
 * Answers a puzzle for a player, once, in a transaction. For an account, the player and the puzzle play a rated game.
 * @throws CodedError `unknown-puzzle`, `already-answered`, `illegal-action`
 */
export async function storeAnswer(
  tx: Prisma.TransactionClient,
  {
    puzzleId,
    playerId,
    action,
    at,
  }: { puzzleId: string; playerId: string; action: PuzzleResult['action']; at: number },
): Promise<PuzzleResult> {
  // Of all answers to a puzzle, one at a time is rated. Its account may not be deleted meanwhile.
  await tx.$queryRaw`SELECT 1 FROM puzzles WHERE id = ${puzzleId} FOR NO KEY UPDATE`
  const puzzle = await tx.puzzle.findUnique({ where: { id: puzzleId } })
  if (!puzzle) throw new CodedError('unknown-puzzle')
  const first = await tx.puzzleAnswer.findUnique({ where: { puzzleId_playerId: { puzzleId, playerId } } })
  if (first) throw new CodedError('already-answered', undefined, { result: resultOf(puzzle, first) })
  const parts = partsOf(puzzle)
  const chosen = parts.find((each) => isSame(each.action, action as Action))
  if (!chosen) throw new CodedError('illegal-action')
  const right = parts[0]!.chance - chosen.chance <= AS_GOOD
  const accounts = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM accounts WHERE player_id = ${playerId} FOR KEY SHARE`
  const isAccount = accounts.length > 0
  const change = isAccount ? await rate(tx, puzzle, playerId, right) : { ratingBefore: null, ratingAfter: null }
  const kept = isAccount ? { accountId: playerId } : { expiresAt: new Date(at + GUEST_KEPT_MS) }
  const stored = chosen.action as unknown as Prisma.InputJsonObject
  const answer = await tx.puzzleAnswer.create({
    data: { puzzleId, playerId, action: stored, right, at: new Date(at), ...kept, ...change },
  })
  return resultOf(puzzle, answer)
}

/** Rates a game between a player and a puzzle, which the player wins with a right answer. */
async function rate(
  tx: Prisma.TransactionClient,
  puzzle: PuzzleRow,
  playerId: string,
  right: boolean,
): Promise<{ ratingBefore: number; ratingAfter: number }> {
  // Answers of one player to several puzzles come one after the other, too.
  await tx.puzzleRating.createMany({ data: { playerId, ...NEWCOMER, answers: 0 }, skipDuplicates: true })
  await tx.$queryRaw`SELECT 1 FROM puzzle_ratings WHERE player_id = ${playerId} FOR UPDATE`
  const before = await tx.puzzleRating.findUniqueOrThrow({ where: { playerId } })
  const [player, other] = afterGame(standingOf(before), standingOf(puzzle), right ? 1 : 0)
  await tx.puzzleRating.update({ where: { playerId }, data: { ...player, answers: { increment: 1 } } })
  await tx.puzzle.update({ where: { id: puzzle.id }, data: other })
  return { ratingBefore: before.rating, ratingAfter: player.rating }
}

const standingOf = ({ rating, deviation, volatility }: Standing): Standing => ({ rating, deviation, volatility })
