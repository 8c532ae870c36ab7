import type { Database } from '../database/index.ts'
import type { Archive } from '../history/index.ts'
import type { Traces } from '../players/index.ts'
import { tracesOf } from '../players/index.ts'
import type { PairsAnswer, PairSign, PairsQuery } from '../protocol/index.ts'

const DAY_MS = 86_400_000
/** How many pairs moderators see at most. */
const MOST_LISTED = 100
/** From so many games on, and in at least such a part of all of them, early resignations are a sign. */
const EARLY = { games: 3, part: 1 / 3 }

type Counted = Awaited<ReturnType<Archive['pairs']>>[number]

/**
 * The pairs of players whose rated games have signs of being arranged, those with the most signs first. Signs are no
 * proof: households share an address, and friends play mostly each other.
 * @throws CodedError `unavailable`
 */
export async function suspiciousPairs(
  { archive, database }: { archive: Archive; database: Database },
  { days, player }: PairsQuery,
): Promise<PairsAnswer> {
  const counted = await archive.pairs({ since: Date.now() - days * DAY_MS, player })
  const ids = new Set(counted.flatMap(({ sides }) => sides.map(({ player }) => player.id)))
  const traces = await tracesOf(database, [...ids])
  const pairs = counted
    .map((pair) => ({ ...pair, signs: signsOf(pair, traces) }))
    .filter(({ signs }) => signs.length > 0)
    .sort((a, b) => b.signs.length - a.signs.length)
  return { pairs: pairs.slice(0, MOST_LISTED) }
}

function signsOf({ sides, games, resignedEarly }: Counted, traces: ReadonlyMap<string, Traces>): PairSign[] {
  const [one, other] = sides.map(({ player }) => traces.get(player.id))
  const shares = (what: keyof Traces): boolean =>
    !!one && !!other && [...one[what]].some((each) => other[what].has(each))
  const signs: Record<PairSign, boolean> = {
    'each-other': games > Math.min(...sides.map(({ all }) => all)) / 2,
    'same-address': shares('networks'),
    'same-device': shares('devices'),
    'resigned-early': resignedEarly >= Math.max(EARLY.games, EARLY.part * games),
  }
  return (Object.keys(signs) as PairSign[]).filter((sign) => signs[sign])
}
