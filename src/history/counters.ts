import type { Prisma } from '../database/index.ts'
import { otherSeat } from '../record/index.ts'
import type { FinishedGame } from './finished.ts'
import { jsonRows, summed } from './json-rows.ts'
import { resultOf } from './result.ts'

type Tx = Prisma.TransactionClient

/**
 * Adds games that were just stored to the counters of their players. The caller holds the locks of the players' rows,
 * so that no other transaction counts for them at the same time.
 */
export async function addToCounters(tx: Tx, games: readonly FinishedGame[]): Promise<void> {
  await addResults(tx, games)
  await addEncounters(tx, games)
  await addWonders(tx, games)
}

async function addResults(tx: Tx, games: readonly FinishedGame[]): Promise<void> {
  const results = games.flatMap(({ players, kind, bots, outcome }) =>
    players.map(({ id }, seat) => ({
      player: id,
      kind,
      bots,
      seat,
      by: outcome.by,
      result: resultOf(outcome, seat as 0 | 1),
      games: 1,
    })),
  )
  const keyOf = ({ player, kind, bots, seat, by, result }: (typeof results)[number]): string =>
    `${player} ${kind} ${bots} ${seat} ${by} ${result}`
  const rows = summed(results, keyOf, (sum, { games }) => {
    sum.games += games
  })
  await tx.$executeRaw`
    INSERT INTO player_results (player_id, kind, bots, seat, ended_by, result, games)
    SELECT player, kind, bots, seat, by, result, games
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (player text, kind text, bots boolean, seat smallint, by text, result seat_result, games integer)
    ON CONFLICT (player_id, kind, bots, seat, ended_by, result) DO UPDATE SET
      games = player_results.games + excluded.games`
}

async function addEncounters(tx: Tx, games: readonly FinishedGame[]): Promise<void> {
  const encounters = games.flatMap(({ players, outcome }) =>
    ([0, 1] as const).map((seat) => {
      const result = resultOf(outcome, seat)
      return {
        player: players[seat].id,
        opponent: players[otherSeat(seat)].id,
        won: countIf(result === 'won'),
        lost: countIf(result === 'lost'),
        shared: countIf(result === 'shared'),
      }
    }),
  )
  const rows = summed(
    encounters,
    ({ player, opponent }) => `${player} ${opponent}`,
    (sum, { won, lost, shared }) => {
      sum.won += won
      sum.lost += lost
      sum.shared += shared
    },
  )
  await tx.$executeRaw`
    INSERT INTO encounters (player_id, opponent_id, won, lost, shared)
    SELECT player, opponent, won, lost, shared
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (player text, opponent text, won integer, lost integer, shared integer)
    ON CONFLICT (player_id, opponent_id) DO UPDATE SET
      won = encounters.won + excluded.won,
      lost = encounters.lost + excluded.lost,
      shared = encounters.shared + excluded.shared`
}

async function addWonders(tx: Tx, games: readonly FinishedGame[]): Promise<void> {
  const wonders = games.flatMap(({ players, outcome, wonders }) =>
    wonders.map(({ seat, wonder, constructed }) => ({
      player: players[seat].id,
      wonder,
      drafted: 1,
      constructed: countIf(constructed),
      won: countIf(resultOf(outcome, seat) === 'won'),
    })),
  )
  if (wonders.length === 0) return
  const rows = summed(
    wonders,
    ({ player, wonder }) => `${player} ${wonder}`,
    (sum, { drafted, constructed, won }) => {
      sum.drafted += drafted
      sum.constructed += constructed
      sum.won += won
    },
  )
  await tx.$executeRaw`
    INSERT INTO player_wonders (player_id, wonder, drafted, constructed, won)
    SELECT player, wonder, drafted, constructed, won
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (player text, wonder text, drafted integer, constructed integer, won integer)
    ON CONFLICT (player_id, wonder) DO UPDATE SET
      drafted = player_wonders.drafted + excluded.drafted,
      constructed = player_wonders.constructed + excluded.constructed,
      won = player_wonders.won + excluded.won`
}

const countIf = (one: boolean): number => (one ? 1 : 0)
