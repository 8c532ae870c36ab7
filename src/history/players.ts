import type { PrismaClient } from '../database/index.ts'
import type { Balance, EncounterPage, PageQuery, PlayerProfile, PlayerRef, PlayerWonders } from '../protocol/index.ts'
import { GAME_KIND_IDS, gameEndingSchema, playerRef } from '../protocol/index.ts'
import { listFiltered } from './games.ts'
import { findPlay } from './play.ts'
import { findRatings } from './ratings/read.ts'

/** A player, from their finished games; null for a player who has none. */
export async function findPlayer(db: PrismaClient, id: string): Promise<PlayerProfile | null> {
  const player = await db.player.findUnique({ where: { id } })
  if (!player?.firstGameAt) return null
  const [ratings, counts, play] = await Promise.all([
    findRatings(db, id),
    db.playerResult.findMany({ where: { playerId: id } }),
    findPlay(db, id),
  ])
  const all = noGames()
  const seats = [noGames(), noGames()] as const
  const pool = { people: noGames(), bots: noGames() }
  const [endings, kinds] = [new Map<string, Balance>(), new Map<string, Balance>()]
  for (const { kind, bots, seat, by, result, games } of counts) {
    const own = bots ? pool.bots : pool.people
    const balances = [all, seats[seat as 0 | 1], balanceIn(endings, by), balanceIn(kinds, kind), own]
    for (const balance of balances) balance[result] += games
  }
  return {
    ...playerRef(id, player.name, player.bot),
    since: player.firstGameAt.getTime(),
    games: all.won + all.lost + all.shared,
    ...all,
    ratings,
    results: {
      by: inOrder(endings, gameEndingSchema.options),
      seat: { 0: seats[0], 1: seats[1] },
      kind: inOrder(kinds, GAME_KIND_IDS),
      pool,
    },
    ...(play && { play }),
  }
}

const noGames = (): Balance => ({ won: 0, lost: 0, shared: 0 })

function balanceIn(balances: Map<string, Balance>, key: string): Balance {
  const balance = balances.get(key) ?? noGames()
  balances.set(key, balance)
  return balance
}

/** The balances in the order of these keys, whatever the order of the rows was. */
const inOrder = <Key extends string>(
  balances: ReadonlyMap<string, Balance>,
  keys: readonly Key[],
): Partial<Record<Key, Balance>> => {
  const present = keys.filter((key) => balances.has(key))
  return Object.fromEntries(present.map((key) => [key, balances.get(key)])) as Partial<Record<Key, Balance>>
}

/**
 * The balance and a page of the games of two players, from the side of the first one; null if one of them has no
 * finished game.
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
    select: { id: true, name: true, bot: true },
  })
  const [player, opponent] = [id, other].map((one) => players.find((player) => player.id === one))
  if (!player || !opponent) return null
  const found = await db.encounter.findUnique({ where: { playerId_opponent: { playerId: id, opponent: other } } })
  const { won, lost, shared } = found ?? noGames()
  const games = await listFiltered(db, { player: id, opponent: other }, limit, cursor)
  const refOf = ({ id, name, bot }: typeof player): PlayerRef => playerRef(id, name, bot)
  return { player: refOf(player), opponent: refOf(opponent), balance: { won, lost, shared }, ...games }
}

/** The wonders that a player has drafted, most often first; null for a player who has no finished game. */
export async function findWonders(db: PrismaClient, id: string): Promise<PlayerWonders | null> {
  const player = await db.player.findUnique({ where: { id }, select: { firstGameAt: true } })
  if (!player?.firstGameAt) return null
  const rows = await db.playerWonder.findMany({ where: { playerId: id } })
  const wonders = rows
    .map(({ wonder, drafted, constructed, won }) => ({ wonder, drafted, constructed, won, winRate: won / drafted }))
    .sort((a, b) => b.drafted - a.drafted || b.winRate - a.winRate || (a.wonder < b.wonder ? -1 : 1))
  return { wonders }
}
