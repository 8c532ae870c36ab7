import { newId } from '../ids/index.ts'
import { timeControl } from '../protocol/index.ts'
import { newSeed } from '../record/index.ts'
import type { Tx } from './rows.ts'
import type { State } from './state.ts'

/** What a round without an opponent is worth (half points). */
const BYE_POINTS = 2
/** More turns than any game gives both players, whose increments its clock may add. */
const MOST_TURNS = 100
/** For how long a server may be down while a shared deal is played (ms); the clocks stand still then. */
const RESERVE_MS = 300_000

/**
 * Stores a round, in a transaction that has locked the tournament. The key (tournament, round) has it paired once.
 * @param now ms since 1970.
 */
export async function storeRound(
  tx: Tx,
  { id, round: before, terms }: Pick<State, 'id' | 'round' | 'terms'>,
  { pairs, byes }: { pairs: readonly (readonly [string, string])[]; byes: readonly string[] },
  now: number,
): Promise<number> {
  const round = before + 1
  const at = new Date(now)
  const boards = [...pairs, ...byes.map((player) => [player, null] as const)].map(([firstId, secondId], index) => ({
    tournamentId: id,
    round,
    board: index + 1,
    firstId,
    secondId,
    dueAt: at,
    ...(secondId === null ? { firstPoints: BYE_POINTS, secondPoints: 0 } : { matchId: newId() }),
  }))
  await tx.tournamentRound.create({
    data: { tournamentId: id, round, pairedAt: at, ...(terms.sharedDeal && sharedDeal(terms, boards, now)) },
  })
  await tx.tournamentPairing.createMany({ data: boards })
  await tx.tournament.update({ where: { id }, data: { round } })
  return round
}

/** The deal that all tables of a round play. It opens when every game on it must be over by its clock. */
function sharedDeal({ clock }: State['terms'], boards: readonly object[], now: number) {
  const control = timeControl(clock)
  if (control.pace !== 'real-time') throw new Error('a shared deal is played in real time')
  const longest = 2 * control.totalMs + MOST_TURNS * control.incrementMs + RESERVE_MS
  // A deal has the id of the first game that was played on it.
  const first = boards.find((board): board is { matchId: string } => 'matchId' in board)
  const deal = first?.matchId
  return deal === undefined ? {} : { seed: newSeed(), deal, sealedUntil: new Date(now + longest) }
}
