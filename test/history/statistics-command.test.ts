/** The command that counts games, as an operator runs it, and then the built server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type { Statistics } from '../../src/protocol/index.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { quiet } from '../support/history.ts'
import { runCommand } from '../support/operator.ts'
import { seededRandom } from '../support/random.ts'
import { get } from '../support/rest.ts'
import { startServer } from '../support/server.ts'
import { somePlayers, variedGame, variedRecord } from '../support/varied-games.ts'

const GAMES = 60

it('the command counts all games once, and the server has their statistics', async () => {
  const data = await mkdtemp(join(tmpdir(), 'curia-statistics-'))
  const dir = join(data, 'history')
  try {
    await copyEmptyHistory(dir)
    const database = await openDatabase({ dir }, quiet)
    const [random, players] = [seededRandom(2), somePlayers(4)]
    const games = Array.from({ length: GAMES }, () => variedGame(variedRecord('base', random), players, 2, random))
    await openArchive(database).storeAll(games)
    await database.use(
      (db) => db.$executeRaw`TRUNCATE statistic_things, statistic_drafts, counted_games, statistic_groups`,
    )
    const refused = await runCommand('statistics', { DATA_DIR: data })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(dir)
    await database.close()

    const listed = games.filter((game) => game.listed).length
    const where = `In the embedded database in ${dir}`
    const first = await runCommand('statistics', { DATA_DIR: data })
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain(`${where}: all games are counted, ${listed} of them now.\n`)
    const again = await runCommand('statistics', { DATA_DIR: data })
    expect(again).toEqual({ code: 0, err: '', out: `${where}: all games are counted, 0 of them now.\n` })
    const usage = await runCommand('statistics', { DATA_DIR: data }, 'now')
    expect(usage).toMatchObject({ code: 2, out: '' })
    expect(usage.err).toMatch(/^Usage: npm run statistics/)

    const server = await startServer({ DATA_DIR: data })
    try {
      const statistics = await get<Statistics>(`${server.url}/v1/statistics/base`)
      expect(statistics).toMatchObject({ kind: 'base', n: listed, firstSeat: { n: listed } })
      const open = statistics.wonders!.slice(0, 4).map(({ id }) => id)
      const draft = await get<object>(`${server.url}/v1/statistics/base/draft?open=${open.join(',')}&bots=false`)
      expect(draft).toMatchObject({ kind: 'base' })
    } finally {
      await server.destroy()
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
