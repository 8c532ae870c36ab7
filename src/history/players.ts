import { gameResultSchema, GAME_KIND_IDS } from '../protocol/index.ts'
import type { Balance, EncounterPage, PageQuery, PlayerProfile, PlayerWonders } from '../protocol/index.ts'
import type { PrismaClient } from '../database/index.ts'
import { listFiltered } from './games.ts'
import { findRatings } from './ratings/read.ts'

/** A player as his finished games show him; null for somebody without one. */
export async function findPlayer(db: PrismaClient, id: string): Promise<PlayerProfile | null> {
  const player = await db.player.findUnique({ where: { id } })
  if (!player?.firstGameAt) return null
  const [ratings, counts] = await Promise.all([findRatings(db, id), db.playerResult.findMany({ where: { playerId: id } })])
  const all = nothing()
  const [by, kinds] = [new Map<string, Balance>(), new Map<string, Balance>()]
  const seats = [nothing(), nothing()] as const
  for (const { kind, seat, by: how, result, games } of counts) {
    for (const balance of [all, balanceOf(by, how), balanceOf(kinds, kind), seats[seat as 0 | 1]]) balance[result] += games
  }
  return {
    id,
    name: player.name,
    since: player.firstGameAt.getTime(),
    games: all.won + all.lost + all.shared,
    ...all,
    ratings,
    results: {
      by: inOrder(by, gameResultSchema.options),
      seat: { 0: seats[0], 1: seats[1] },
      kind: inOrder(kinds, GAME_KIND_IDS),
    },
  }
}

function balanceOf(balances: Map<string, Balance>, key: string): Balance {
  const balance = balances.get(key) ?? nothing()
  balances.set(key, balance)
  return balance
}

/** In the order of the protocol, whatever the rows had. */
const inOrder = <Key extends string>(
  balances: ReadonlyMap<string, Balance>,
  keys: readonly Key[],
): Partial<Record<Key, Balance>> =>
  Object.fromEntries(keys.flatMap((key) => (balances.has(key) ? [[key, balances.get(key)!]] : []))) as Partial<
    Record<Key, Balance>
  >

/**
 * The balance and a page of the games of two players, as the first one sees it; null if one of them has no finished game.
 * @throws CodedError `bad-cursor`
 */
export async function findEncounter(
  db: PrismaClient,
  id: string,
  other: string,
  { limit, cursor }: PageQuery,
): Promise<EncounterPage | null> {
  const players = await db.player.findMany({
    where: { id: { in: [id, other] }, firstGameAt: { not: null } },
    select: { id: true, name: true },
  })
  const [player, opponent] = [id, other].map((one) => players.find((player) => player.id === one))
  if (!player || !opponent) return null
  const found = await db.encounter.findUnique({ where: { playerId_opponent: { playerId: id, opponent: other } } })
  const { won, lost, shared } = found ?? nothing()
  const games = await listFiltered(db, { player: id, opponent: other }, limit, cursor)
  return { player, opponent, balance: { won, lost, shared }, ...games }
}

/** The wonders that a player drafted, most often first; null for somebody without a finished game. */
export async function findWonders(db: PrismaClient, id: string): Promise<PlayerWonders | null> {
  const player = await db.player.findUnique({ where: { id }, select: { firstGameAt: true } })
  if (!player?.firstGameAt) return null
  const rows = await db.playerWonder.findMany({ where: { playerId: id } })
  const wonders = rows
    .map(({ wonder, drafted, constructed, won }) => ({ wonder, drafted, constructed, won, winRate: won / drafted }))
    .sort((a, b) => b.drafted - a.drafted || b.winRate - a.winRate || (a.wonder < b.wonder ? -1 : 1))
  return { wonders }
}

const nothing = (): Balance => ({ won: 0, lost: 0, shared: 0 })
