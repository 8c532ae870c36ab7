/** Statistics of many games equal a count from the export; what it costs to store a game with them, and without. */
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import type { FinishedGame } from '../../src/history/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type { StatisticsQuery } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, statisticsQuerySchema } from '../../src/protocol/index.ts'
import { inFolders, quiet } from '../support/history.ts'
import { pick, seededRandom } from '../support/random.ts'
import type { ReadLine } from '../support/statistics-reference.ts'
import { countDraft, countStatistics, readLine } from '../support/statistics-reference.ts'
import { somePlayers, variedGame, variedRecord } from '../support/varied-games.ts'

const GAMES = Number(process.env.GAMES ?? 20_000)
const DAYS = 60
const BATCH = 20
/** Games are played in such portions, each of which takes its part of the days. They are stored in any order. */
const PORTION = 400

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

it(`${GAMES} games`, async () => {
  const places = await inFolders()
  const database = await openDatabase(await places.fresh(), quiet)
  const archive = openArchive(database)
  const without = await openDatabase(await places.fresh(), quiet)
  const archiveWithout = openArchive(without)
  const random = seededRandom(20_000)
  const players = somePlayers(300)

  const cpu = { with: 0, without: 0, other: 0 }
  /** Does some work, and adds the CPU time of this process, the threads of its databases included (ms). */
  const timed = async <T>(what: keyof typeof cpu, work: () => Promise<T>): Promise<T> => {
    const before = process.cpuUsage()
    const done = await work()
    const { user, system } = process.cpuUsage(before)
    cpu[what] += (user + system) / 1000
    return done
  }

  const days = (DAYS * PORTION) / GAMES
  for (let played = 0; played < GAMES; played += PORTION) {
    const later = ((DAYS * played) / GAMES) * 86_400_000
    const games = Array.from({ length: PORTION }, () => {
      const record = variedRecord(pick(GAME_KIND_IDS, random), random)
      return variedGame(laterBy(record, later), players, days, random)
    })
    for (let n = 0; n < games.length; n += BATCH) {
      const batch = games.slice(n, n + BATCH)
      // Games that are not listed are stored in the same way, and not counted.
      const unlisted = batch.map((game): FinishedGame => ({ ...game, listed: false }))
      const store = () => timed('with', () => archive.storeAll(batch))
      const storeWithout = () => timed('without', () => archiveWithout.storeAll(unlisted))
      for (const work of random() < 0.5 ? [store, storeWithout] : [storeWithout, store]) await work()
    }
    if ((played / PORTION) % 10 === 9) say(`${played + PORTION} games are stored`)
  }

  const lines: ReadLine[] = []
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const page = await archive.export({ limit: 100, ...(cursor !== undefined && { cursor }) })
    lines.push(...page.games.map(readLine))
    cursor = page.next
    isMore = cursor !== undefined
  }
  let compared = 0
  for (const kind of GAME_KIND_IDS) {
    for (let n = 0; n < 20; n++) {
      const { game, day, mean } = pick(lines, random)
      const filters: Partial<Record<keyof StatisticsQuery, string>> = {
        ...(n > 0 && random() < 0.4 && { pool: `${game.clock}.${game.rated ? 'rated' : 'casual'}` }),
        ...(n > 0 && random() < 0.4 && { since: day }),
        ...(n > 0 && random() < 0.4 && { bots: pick(['true', 'false'], random) }),
        ...(n > 0 && random() < 0.4 && mean !== null && { rating: String(100 * Math.floor(mean / 100)) }),
      }
      const query = statisticsQuerySchema.parse(filters)
      const found = await timed('other', () => archive.statistics(kind, query))
      found.endings?.sort((a, b) => (a.by < b.by ? -1 : 1))
      expect(found).toEqual(countStatistics(lines, kind, query))
      const { open } = pick(
        lines.flatMap((line) => (line.game.kind === kind ? line.drafts : [])),
        random,
      )
      const draft = await timed('other', () => archive.draftStatistics(kind, { ...query, open }))
      expect(draft).toEqual(countDraft(lines, kind, open, query))
      compared += 2
    }
  }
  const sizes = await database.use(
    (db) => db.$queryRaw<{ name: string; bytes: number; rows: number }[]>`
      SELECT relname AS name, pg_total_relation_size(oid)::int AS bytes, reltuples::int AS rows FROM pg_class
      WHERE relname IN ('games', 'counted_games', 'statistic_groups', 'statistic_things', 'statistic_drafts')
      ORDER BY 1`,
  )
  const perGame = (ms: number): string => `${(ms / GAMES).toFixed(3)} ms`
  say(`${lines.length} games are in the export; ${compared} answers are equal to a count from it`)
  say(`CPU of an answer: ${(cpu.other / compared).toFixed(1)} ms`)
  say(`CPU of storing a game: ${perGame(cpu.with)} with statistics, ${perGame(cpu.without)} without`)
  say(`ratio: ${(cpu.with / cpu.without).toFixed(2)}`)
  for (const { name, bytes } of sizes) say(`${name}: ${(bytes / lines.length / 1024).toFixed(2)} KiB a game`)
  await database.close()
  await without.close()
  await places.end()
})

/** The same match, so many ms later. */
const laterBy = (record: ReturnType<typeof variedRecord>, ms: number): ReturnType<typeof variedRecord> => ({
  ...record,
  createdAt: record.createdAt + ms,
  entries: record.entries.map((entry) => ({ ...entry, at: entry.at + ms })),
})
