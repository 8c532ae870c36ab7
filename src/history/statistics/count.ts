import type { Prisma } from '../../database/index.ts'
import type { FinishedGame } from '../finished.ts'
import { jsonRows, summed } from '../json-rows.ts'
import type { Fact, Facts } from './facts.ts'
import { BITS, FACTS } from './facts.ts'
import type { Group, RatingsBefore } from './groups.ts'
import { bandOf, groupOf, nameOfGroup } from './groups.ts'

type Tx = Prisma.TransactionClient

/** A game that is added to a group, or taken from it. */
interface Change {
  game: string
  group: Group
  facts: Facts
  sign: 1 | -1
}

/** What a game is counted by. */
export type Countable = Pick<FinishedGame, 'kind' | 'clock' | 'origin' | 'bots' | 'endedAt' | 'facts'> & { id: string }

/**
 * Counts games that were not counted before, and moves games whose ratings have changed into the right band. The number
 * of statements does not depend on the number of games. Of all locks of a transaction, those of the groups come last;
 * they are taken in one order.
 * @param ratings those of both players before each game that is rated: of all these games, and of others that were rated again.
 */
export async function countGames(
  tx: Tx,
  games: readonly Countable[],
  ratings: ReadonlyMap<string, RatingsBefore>,
): Promise<void> {
  const own = new Set(games.map(({ id }) => id))
  const others = [...ratings].filter(([id]) => !own.has(id))
  const changes: Change[] = [
    ...games.map((game): Change => ({
      game: game.id,
      group: groupOf(game, ratings.get(game.id)),
      facts: game.facts,
      sign: 1,
    })),
    ...(others.length > 0 ? await moves(tx, others) : []),
  ]
  if (changes.length === 0) return
  const ids = await changeGroups(tx, changes)
  const inGroup = changes.map((change) => ({ ...change, in: ids.get(nameOfGroup(change.group))! }))
  await changeThings(tx, inGroup)
  await changeDrafts(tx, inGroup)
  await noteCounted(tx, inGroup)
}

/** The games that were counted in another band than that of their ratings: out of one group, into another. */
async function moves(tx: Tx, rerated: readonly [id: string, ratings: RatingsBefore][]): Promise<Change[]> {
  const bands = rerated.map(([game, ratings]) => ({ game, band: bandOf(ratings) }))
  const rows = await tx.$queryRaw<(Group & { game: string; to: number; facts: Facts })[]>`
    SELECT game, new.band AS to, facts, kind, day::text, pool, bots, groups.band
    FROM json_to_recordset(${jsonRows(bands)}) AS new (game text, band integer)
      JOIN counted_games ON game_id = game
      JOIN statistic_groups AS groups ON groups.id = group_id
    WHERE groups.band <> new.band`
  return rows.flatMap(({ game, to, facts, ...group }): Change[] => [
    { game, group, facts, sign: -1 },
    { game, group: { ...group, band: to }, facts, sign: 1 },
  ])
}

/** @returns the ids of the groups by their names. */
async function changeGroups(tx: Tx, changes: readonly Change[]): Promise<Map<string, number>> {
  const rows = summed(
    changes.map(({ group, facts, sign }) => ({ ...group, games: sign, won: facts.firstWon ? sign : 0 })),
    nameOfGroup,
    (sum, { games, won }) => Object.assign(sum, { games: sum.games + games, won: sum.won + won }),
  )
  rows.sort((a, b) => (nameOfGroup(a) < nameOfGroup(b) ? -1 : 1))
  const groups = await tx.$queryRaw<(Group & { id: number })[]>`
    INSERT INTO statistic_groups (kind, day, pool, bots, band, games, won)
    SELECT kind, day, pool, bots, band, games, won
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (kind text, day date, pool text, bots boolean, band integer, games integer, won integer)
    ON CONFLICT (kind, day, pool, bots, band) DO UPDATE SET
      games = statistic_groups.games + excluded.games,
      won = statistic_groups.won + excluded.won
    RETURNING id, kind, day::text, pool, bots, band`
  return new Map(groups.map(({ id, ...group }) => [nameOfGroup(group), id]))
}

/** A change, with the id of its group. */
type ChangeIn = Change & { in: number }

/** The rows of a group are only changed by the transaction that has the lock of the group. */
async function changeThings(tx: Tx, changes: readonly ChangeIn[]): Promise<void> {
  const things = changes.flatMap(({ in: group, facts, sign }) =>
    Object.entries(facts.things).flatMap(([about, items]) =>
      Object.entries(items).map(([item, bits]) => ({ group, about, item, ...timesOf(bits, sign) })),
    ),
  )
  const rows = summed(
    things,
    ({ group, about, item }) => `${group} ${about} ${item}`,
    (sum, row) => {
      for (const fact of FACTS) sum[fact] += row[fact]
    },
  )
  await tx.$executeRaw`
    INSERT INTO statistic_things AS old (group_id, about, item, offered, first, taken, built, won)
    SELECT "group", about, item, offered, first, taken, built, won
    FROM json_to_recordset(${jsonRows(rows)}) AS new (
      "group" integer, about text, item text, offered integer, first integer, taken integer, built integer, won integer
    )
    ON CONFLICT (group_id, about, item) DO UPDATE SET
      offered = old.offered + excluded.offered,
      first = old.first + excluded.first,
      taken = old.taken + excluded.taken,
      built = old.built + excluded.built,
      won = old.won + excluded.won`
}

const timesOf = (bits: number, sign: 1 | -1): Record<Fact, number> => ({
  offered: bits & BITS.offered ? sign : 0,
  first: bits & BITS.first ? sign : 0,
  taken: bits & BITS.taken ? sign : 0,
  built: bits & BITS.built ? sign : 0,
  won: bits & BITS.won ? sign : 0,
})

async function changeDrafts(tx: Tx, changes: readonly ChangeIn[]): Promise<void> {
  const drafts = changes.flatMap(({ in: group, facts, sign }) =>
    facts.drafts.map(([open, taken, won]) => ({ group, open, taken, games: sign, won: won ? sign : 0 })),
  )
  if (drafts.length === 0) return
  const rows = summed(
    drafts,
    ({ group, open, taken }) => `${group} ${open} ${taken}`,
    (sum, { games, won }) => Object.assign(sum, { games: sum.games + games, won: sum.won + won }),
  )
  await tx.$executeRaw`
    INSERT INTO statistic_drafts AS old (open, group_id, taken, games, won)
    SELECT open, "group", taken, games, won
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (open text, "group" integer, taken text, games integer, won integer)
    ON CONFLICT (open, group_id, taken) DO UPDATE SET
      games = old.games + excluded.games,
      won = old.won + excluded.won`
}

/** Notes in which group each game is counted now, and for what. */
async function noteCounted(tx: Tx, changes: readonly ChangeIn[]): Promise<void> {
  const rows = changes.filter(({ sign }) => sign === 1).map(({ game, in: group, facts }) => ({ game, group, facts }))
  await tx.$executeRaw`
    INSERT INTO counted_games (game_id, group_id, facts)
    SELECT game, "group", facts FROM json_to_recordset(${jsonRows(rows)})
      AS new (game text, "group" integer, facts json)
    ON CONFLICT (game_id) DO UPDATE SET group_id = excluded.group_id`
}
