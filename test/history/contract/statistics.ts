import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/database/index.ts'
import { openDatabase } from '../../../src/database/index.ts'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import { fillStatistics, openArchive } from '../../../src/history/index.ts'
import type { ExportedGame, StatisticsQuery } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, statisticsQuerySchema } from '../../../src/protocol/index.ts'
import type { MatchRecord } from '../../../src/record/index.ts'
import type { Places } from '../../support/history.ts'
import { patiently, quiet } from '../../support/history.ts'
import { pick, seededRandom } from '../../support/random.ts'
import type { ReadLine } from '../../support/statistics-reference.ts'
import { countDraft, countStatistics, readLine } from '../../support/statistics-reference.ts'
import { somePlayers, variedGame, variedRecord } from '../../support/varied-games.ts'

/** How many games of each kind are played. Each is stored once in every run. */
const PLAYED = 20
const KINDS = ['base', 'agora-pantheon'] as const
const DAYS = 3

/** The contract of statistics for every database, with `nodes` nodes that use the same one. */
export function describeStatistics(where: string, prepare: () => Promise<Places>, nodes: number): void {
  describe(`statistics in ${where}`, () => {
    let places: Places
    let databases: Database[]
    let archives: Archive[]
    let records: MatchRecord[]
    beforeAll(async () => {
      places = await prepare()
      const place = await places.fresh()
      databases = []
      for (let node = 0; node < nodes; node++) databases.push(await openDatabase(place, quiet))
      archives = databases.map(openArchive)
      const random = seededRandom(7)
      records = KINDS.flatMap((kind) => Array.from({ length: PLAYED }, () => variedRecord(kind, random)))
    })
    afterAll(async () => {
      for (const database of databases) await database.close()
      await places.end()
    })

    const read = new Map<string, ReadLine>()
    /** The lines of a whole export. What a record says never changes. */
    const exported = async (): Promise<ReadLine[]> => {
      const lines: ExportedGame[] = []
      for (let cursor: string | undefined, isMore = true; isMore;) {
        const page = await archives[0]!.export({ limit: 100, ...(cursor !== undefined && { cursor }) })
        lines.push(...page.games)
        cursor = page.next
        isMore = cursor !== undefined
      }
      return lines.map((line) => {
        const known = read.get(line.game.id) ?? readLine(line)
        read.set(line.game.id, known)
        const { ratings } = line.game
        return { ...known, game: line.game, mean: ratings ? (ratings[0].before + ratings[1].before) / 2 : null }
      })
    }

    /** Compares statistics with a count from the export, for all games and for those of some filters. */
    const expectCounted = async (random: () => number): Promise<void> => {
      const lines = await exported()
      const one = pick(lines, random)
      const someFilters: Partial<Record<keyof StatisticsQuery, string>> = {
        pool: `${one.game.clock}.${one.game.rated ? (one.game.origin === 'ladder' ? 'engines' : 'rated') : 'casual'}`,
        since: one.day,
        bots: pick(['true', 'false'], random),
        ...(one.mean !== null && { rating: String(100 * Math.floor(one.mean / 100)) }),
      }
      const queries = [{}, ...Object.entries(someFilters).map(([name, value]) => ({ [name]: value })), someFilters].map(
        (query) => statisticsQuerySchema.parse(query),
      )
      for (const kind of GAME_KIND_IDS) {
        for (const query of queries) {
          const found = await archives[0]!.statistics(kind, query)
          found.endings?.sort((a, b) => (a.by < b.by ? -1 : 1))
          expect(found, JSON.stringify({ kind, query })).toEqual(countStatistics(lines, kind, query))
          const { open } = pick(
            lines.flatMap((line) => line.drafts),
            random,
          )
          const draft = await archives[0]!.draftStatistics(kind, { ...query, open })
          expect(draft, JSON.stringify({ kind, query, open })).toEqual(countDraft(lines, kind, open, query))
        }
      }
    }

    /** Stores games in some order and in batches, on all nodes at the same time. */
    const storeAll = async (games: readonly FinishedGame[], atOnce: number): Promise<void> => {
      const batches = Array.from({ length: Math.ceil(games.length / atOnce) }, (_, n) =>
        games.slice(n * atOnce, (n + 1) * atOnce),
      )
      await Promise.all(
        archives.map(async (archive) => {
          while (batches.length > 0) {
            const batch = batches.shift()!
            await patiently(() => archive.storeAll(batch))
          }
        }),
      )
    }

    const someGames = (random: () => number): FinishedGame[] => {
      const players = somePlayers(4)
      return records
        .map((record) => ({ game: variedGame(record, players, DAYS, random), at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ game }) => game)
    }

    it('equal a count from the export, in whatever order games are stored, and however often', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 20 }), async (seed, atOnce) => {
          const random = seededRandom(seed)
          const games = someGames(random)
          await storeAll([...games, ...games.slice(0, 5)], atOnce)
          await expectCounted(random)
        }),
        { numRuns: 4 },
      )
    })

    it('are filled by a command that is interrupted, runs twice at once, and next to nodes that store', async () => {
      const random = seededRandom(11)
      await storeAll(someGames(random), 20)
      // As a server leaves them that has no statistics.
      await databases[0]!.use(
        (db) => db.$executeRaw`TRUNCATE statistic_things, statistic_drafts, counted_games, statistic_groups`,
      )
      const interrupted = fillStatistics(databases[0]!)
      await interrupted.next()
      await interrupted.return(undefined)
      await storeAll(someGames(random).slice(0, 20), 20)

      const fill = async (database: Database): Promise<number> => {
        let counted = 0
        for await (const filled of fillStatistics(database)) counted = filled.counted
        return counted
      }
      const more = storeAll(someGames(random).slice(0, 20), 1)
      const counted = await Promise.all(databases.map(fill))
      await more
      expect(counted.some((games) => games > 0)).toBe(true)
      await expectCounted(random)
      expect(await fill(databases[0]!)).toBe(0)
      await expectCounted(random)
    })
  })
}
