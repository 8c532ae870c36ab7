import type { Prisma, PrismaClient } from '../database/index.ts'
import type { RatingRange, TournamentStatus } from '../protocol/index.ts'
import { CodedError, playerRef } from '../protocol/index.ts'
import type { Joined, Paired, State, Terms } from './state.ts'

export type Tx = Prisma.TransactionClient
export type TournamentRow = Prisma.TournamentGetPayload<object>
type PairingRow = Prisma.TournamentPairingGetPayload<object>
type PlayerRow = Prisma.TournamentPlayerGetPayload<object>

/** Statuses in which a tournament is not over. */
export const GOES_ON = ['open', 'running'] as const satisfies TournamentStatus[]

/**
 * A tournament, which nobody else can change before the end of the transaction.
 * @throws CodedError `unknown-tournament`
 */
export async function lock(tx: Tx, id: string): Promise<TournamentRow> {
  await tx.$queryRaw`SELECT 1 FROM tournaments WHERE id = ${id} FOR UPDATE`
  return find(tx, id)
}

/** @throws CodedError `unknown-tournament` */
export async function find(db: Tx | PrismaClient, id: string): Promise<TournamentRow> {
  const row = await db.tournament.findUnique({ where: { id } })
  if (!row) throw new CodedError('unknown-tournament')
  return row
}

/** A tournament with its players and all pairings. */
export async function stateOf(db: Tx | PrismaClient, row: TournamentRow): Promise<State> {
  const players = await playersOf(db, row.id)
  const pairings = await db.tournamentPairing.findMany({
    where: { tournamentId: row.id },
    orderBy: [{ round: 'asc' }, { board: 'asc' }],
  })
  return {
    id: row.id,
    terms: termsOf(row),
    status: row.status as TournamentStatus,
    round: row.round,
    endsAt: row.endsAt?.getTime() ?? null,
    players,
    pairings: pairings.map(pairedOf),
  }
}

/** Those who have joined, with the names of their accounts as they are now; the best first. */
async function playersOf(db: Tx | PrismaClient, tournamentId: string): Promise<Joined[]> {
  const rows = await db.tournamentPlayer.findMany({
    where: { tournamentId },
    orderBy: [{ rating: 'desc' }, { number: 'asc' }],
  })
  const accounts = await db.account.findMany({
    where: { playerId: { in: rows.map(({ playerId }) => playerId) } },
    select: { playerId: true, name: true },
  })
  const names = new Map(accounts.map(({ playerId, name }) => [playerId, name]))
  return rows.map((row) => joinedOf(row, names.get(row.playerId)))
}

const joinedOf = ({ playerId, name, bot, rating, withdrawn, absences }: PlayerRow, now = name): Joined => ({
  player: playerRef(playerId, now, bot),
  rating,
  withdrawn,
  absences,
})

export const pairedOf = (row: PairingRow): Paired => ({
  round: row.round,
  board: row.board,
  players: [row.firstId, row.secondId],
  match: row.matchId,
  replays: row.replays,
  points: row.firstPoints === null ? null : [row.firstPoints, row.secondPoints ?? 0],
  absent: row.absent,
  settledAt: row.settledAt?.getTime() ?? null,
})

export const termsOf = (row: TournamentRow): Terms => ({
  format: row.format as Terms['format'],
  kind: row.kind as Terms['kind'],
  clock: row.clock as Terms['clock'],
  rated: row.rated,
  best: row.best as Terms['best'],
  rounds: row.rounds,
  lives: row.lives,
  minutes: row.minutes,
  sharedDeal: row.sharedDeal,
  bots: row.bots,
})

/** The ratings with which players can join a tournament; without a bound it is left out. */
export const ratingRangeOf = ({ leastRating: least, mostRating: most }: TournamentRow): RatingRange => ({
  ...(least !== null && { least }),
  ...(most !== null && { most }),
})
