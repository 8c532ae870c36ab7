import type { PrismaClient } from '../database/index.ts'
import { momentFromCursor, momentToCursor, pageOf } from '../paging/index.ts'
import type {
  Crosstable,
  Pairing,
  PlayerRef,
  Round,
  Tournament,
  TournamentAnswer,
  TournamentsPage,
  TournamentsQuery,
  TournamentStanding,
  TournamentStatus,
} from '../protocol/index.ts'
import { CodedError, DELETED_NAME, playerRef, primitives } from '../protocol/index.ts'
import type { TournamentRow } from './rows.ts'
import { ratingRangeOf, stateOf, termsOf } from './rows.ts'
import { standingsOf, tieBreaksOf } from './standings.ts'
import type { Paired, State } from './state.ts'
import { withoutLuckIn } from './without-luck.ts'

/** How many results of each player the crosstable of an arena has. */
const MOST_RESULTS = 20

/** What everybody may know of a tournament. @param players how many have joined. */
export function tournamentIn(row: TournamentRow, players: number, winners: PlayerRef[]): Tournament {
  const { format, kind, clock, rated, best, rounds, lives, minutes, sharedDeal, bots } = termsOf(row)
  const { startedAt, endsAt, endedAt } = row
  const rating = ratingRangeOf(row)
  return {
    id: row.id,
    name: row.name,
    format,
    kind,
    clock: clock as Tournament['clock'],
    rated,
    best,
    ...(rounds !== null && { rounds }),
    ...(lives !== null && { lives }),
    ...(minutes !== null && { minutes }),
    deal: sharedDeal ? 'shared' : 'own',
    bots,
    ...(Object.keys(rating).length > 0 && { rating }),
    host: playerRef(row.hostId, row.hostName, false),
    status: row.status as TournamentStatus,
    players,
    round: row.round,
    createdAt: row.createdAt.getTime(),
    ...(startedAt && { startedAt: startedAt.getTime() }),
    ...(endsAt && { endsAt: endsAt.getTime() }),
    ...(endedAt && { endedAt: endedAt.getTime() }),
    ...(row.status === 'ended' && { winners }),
  }
}

/** A tournament with its standings, and the round that was paired last. Places that were stored at its end stay as they were. */
export async function shownIn(db: PrismaClient, row: TournamentRow): Promise<TournamentAnswer> {
  const state = await stateOf(db, row)
  const standings = await placed(db, row, standingsOf(state, await withoutLuckIn(db, state)))
  const winners = standings.filter(({ place }) => place === 1).map(({ player }) => player)
  return {
    tournament: tournamentIn(row, standings.length, winners),
    standings,
    tieBreaks: tieBreaksOf(state.terms),
    ...(row.round > 0 && { round: await shownRound(db, state, row.round) }),
  }
}

async function placed(
  db: PrismaClient,
  { id, status }: TournamentRow,
  standings: TournamentStanding[],
): Promise<TournamentStanding[]> {
  if (status !== 'ended') return standings
  const stored = await db.tournamentPlayer.findMany({
    where: { tournamentId: id },
    select: { playerId: true, place: true },
  })
  const places = new Map(stored.map(({ playerId, place }) => [playerId, place]))
  return standings
    .map((standing) => ({ ...standing, place: places.get(standing.player.id) ?? standing.place }))
    .sort((one, other) => one.place - other.place)
}

/** @throws CodedError `unknown-round` */
export async function roundIn(db: PrismaClient, row: TournamentRow, round: number): Promise<Round> {
  return shownRound(db, await stateOf(db, row), round)
}

async function shownRound(db: PrismaClient, state: State, round: number): Promise<Round> {
  const stored = await db.tournamentRound.findUnique({
    where: { tournamentId_round: { tournamentId: state.id, round } },
  })
  if (!stored) throw new CodedError('unknown-round')
  const { pairedAt, deal, sealedUntil } = stored
  return {
    round,
    pairedAt: pairedAt.getTime(),
    ...(deal !== null && { deal }),
    ...(sealedUntil && { sealedUntil: sealedUntil.getTime() }),
    pairings: state.pairings.filter((pairing) => pairing.round === round).map(shownPairing(state)),
  }
}

function shownPairing({ players }: State): (paired: Paired) => Pairing {
  const refs = new Map(players.map(({ player }) => [player.id, player]))
  const of = (id: string): PlayerRef => refs.get(id) ?? playerRef(id, DELETED_NAME, false)
  return ({ board, players: [first, second], match, points, absent }) => ({
    board,
    players: { 0: of(first), ...(second !== null && { 1: of(second) }) },
    ...(match !== null && { match }),
    ...(points && { points: { 0: points[0], 1: points[1] } }),
    ...(absent.length > 0 && { absent: absent as (0 | 1)[] }),
  })
}

export async function crosstableIn(db: PrismaClient, row: TournamentRow): Promise<Crosstable> {
  const state = await stateOf(db, row)
  const standings = await placed(db, row, standingsOf(state, await withoutLuckIn(db, state)))
  const results = resultsBy(state.pairings)
  const most = row.format === 'arena' ? MOST_RESULTS : Infinity
  return {
    rows: standings.map(({ player, place }) => ({
      player,
      place,
      results: (results.get(player.id) ?? []).slice(-most),
    })),
  }
}

type Result = Crosstable['rows'][number]['results'][number]

/** By player, the results in order. */
function resultsBy(pairings: readonly Paired[]): Map<string, Result[]> {
  const results = new Map<string, Result[]>()
  for (const { round, players, match, points } of pairings) {
    for (const seat of [0, 1] as const) {
      const [own, opponent] = seat === 0 ? players : [players[1], players[0]]
      if (own === null) continue
      const result: Result = {
        round,
        ...(opponent !== null && { opponent }),
        seat,
        ...(match !== null && { match }),
        ...(points && { points: points[seat] }),
      }
      const list = results.get(own)
      if (list) list.push(result)
      else results.set(own, [result])
    }
  }
  return results
}

/** A page of tournaments that were not cancelled, newest first. @throws CodedError `bad-cursor` */
export async function listIn(db: PrismaClient, { limit, cursor, status }: TournamentsQuery): Promise<TournamentsPage> {
  const list = ['tournaments', status ?? '']
  const after = cursor === undefined ? null : momentFromCursor(cursor, list, primitives.tournamentId)
  const found = await db.tournament.findMany({
    where: {
      status: status ?? { not: 'cancelled' },
      ...(after && {
        OR: [{ createdAt: { lt: new Date(after.at) } }, { createdAt: new Date(after.at), id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { _count: { select: { players: true } }, players: { where: { place: 1 } } },
  })
  const { rows, next } = pageOf(found, limit, ({ createdAt, id }) =>
    momentToCursor({ at: createdAt.getTime(), id }, list),
  )
  return {
    tournaments: rows.map(({ _count, players, ...row }) =>
      tournamentIn(
        row,
        _count.players,
        players.map(({ playerId, name, bot }) => playerRef(playerId, name, bot)),
      ),
    ),
    ...(next !== undefined && { next }),
  }
}
