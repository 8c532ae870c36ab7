/** The page of statistics, and the figures of the wonders in the draft of a replay. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type { DraftStatistics, Statistics, StatisticsFigure } from '../../src/protocol/index.ts'
import { copyEmptyHistory } from '../support/empty-history.ts'
import { quiet } from '../support/history.ts'
import { seededRandom } from '../support/random.ts'
import { get } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { somePlayers, variedGame, variedRecord } from '../support/varied-games.ts'
import { faultsOf } from './support/axe.ts'
import { launch, shoot } from './support/browser.ts'
import { tooWide } from './support/sizes.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const { come } = visitorsOfEachTest(() => ({ browser, server }))
let folder: string
let server: Server
let browser: Browser
/** A listed game on whose deal many others were played. */
let game: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-statistics-'))
  const dir = join(folder, 'history')
  await copyEmptyHistory(dir)
  const database = await openDatabase({ dir }, quiet)
  const archive = openArchive(database)
  const [random, players] = [seededRandom(4), somePlayers(5)]
  const [common, ...others] = Array.from({ length: 12 }, () => variedRecord('agora-pantheon', random))
  const games = [common!, ...others].flatMap((record) =>
    Array.from({ length: record === common ? 80 : 10 }, () => variedGame(record, players, 2, random)),
  )
  for (let n = 0; n < games.length; n += 20) await archive.storeAll(games.slice(n, n + 20))
  game = games.find(({ listed }) => listed)!.record.header.id
  await database.close()
  ;[server, browser] = await Promise.all([startServer({ DATA_DIR: folder }), launch()])
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
  await rm(folder, { recursive: true, force: true })
})

const percent = ({ times, n }: StatisticsFigure): string => `${Math.round((100 * times!) / n)}%`

it('the best players lead to the statistics, which show what the server says, sorted by what is asked for', async () => {
  const { page } = await come('/leaderboards')
  await page.click('a[href^="/statistics/"]')
  await page.waitForURL('**/statistics/*')
  await page.click('label:has-text("Agora and Pantheon")')
  await page.waitForURL('**/statistics/agora-pantheon')
  const found = await get<Statistics>(`${server.url}/v1/statistics/agora-pantheon`)
  await page.waitForSelector(`.count:has-text("${found.n}")`)
  const things = page.locator('[data-use="things"] li')

  for (const [label, list, measure, of] of [
    ['Wonders', found.wonders!, 'won', 'won with it'],
    ['Wonders', found.wonders!, 'takenFirst', 'taken first'],
    ['Wonders', found.wonders!, 'built', 'built'],
    ['Decrees', found.decrees!, 'won', 'won with it'],
    ['Divinities', found.divinities!, 'takenFirst', 'taken first'],
  ] as const) {
    await page.click(`label:has-text("${label}")`)
    await page.click(`label:has-text("${of}")`)
    await expect.poll(() => things.count()).toBe(list.length)
    const shares = list.flatMap((thing) => (thing[measure]?.times === undefined ? [] : [thing[measure]]))
    shares.sort((a, b) => b.times! / b.n - a.times! / a.n)
    expect(shares.length).toBeGreaterThan(0)
    await expect.poll(async () => (await things.locator('b').allInnerTexts()).join()).toBe(shares.map(percent).join())
  }
})

it('a filter asks the server for other games', async () => {
  const { page } = await come('/statistics/agora-pantheon')
  const people = await get<Statistics>(`${server.url}/v1/statistics/agora-pantheon?bots=false`)
  await page.click('label:has-text("between people")')
  await page.waitForSelector(`.count:text-is("Games: ${people.n}")`)
  // All games ended years ago.
  await page.click('label:has-text("30 days")')
  await page.waitForSelector('.count:text-is("Games: 0")')
  await page.waitForSelector('text=No games like these.')
})

it('a clock and a band of ratings have the figures of the route, or words', async () => {
  const { page } = await come('/statistics/agora-pantheon')
  const [pools, bands] = [page.getByLabel('Time per player'), page.getByLabel('Mean rating of both')]
  /** Waits until the page shows what the route has of these games, or words. Resolves with what it has. */
  async function showsThe(query: string): Promise<'figures' | 'few' | 'none'> {
    const found = await get<Statistics>(`${server.url}/v1/statistics/agora-pantheon?${query}`)
    const { n, endings = [], firstSeat, length, wonders = [] } = found
    const status = page.locator(`[role="status"]:has-text("Games: ${n}")`)
    const won = wonders.flatMap((wonder) => (wonder.won?.times === undefined ? [] : [wonder.won]))
    won.sort((a, b) => b.times! / b.n - a.times! / a.n)
    const figures = [...endings, ...(firstSeat ? [firstSeat] : []), ...won].map(percent)
    await status.waitFor()
    await expect.poll(() => page.locator('main li b').allInnerTexts()).toEqual(figures)
    if (length) await page.waitForSelector(`text=Half of the games have at most ${length.median}.`)
    if (firstSeat) return 'figures'
    await status.getByText(n === 0 ? 'No games like these.' : 'Figures begin at 30 games.').waitFor()
    return n === 0 ? 'none' : 'few'
  }

  // By the keyboard alone, as in every native list.
  await pools.focus()
  await page.keyboard.type('15')
  expect(await showsThe('pool=standard.rated')).toBe('figures')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1500')
  expect(await bands.inputValue()).toBe('1500')
  expect(await showsThe('pool=standard.rated&rating=1500')).toBe('few')
  await pools.selectOption('')
  expect(await showsThe('rating=1500')).toBe('figures')
  await bands.selectOption('2000')
  expect(await showsThe('rating=2000')).toBe('none')

  // A casual game has no rating: the band is let go, and no other one can be chosen.
  await pools.selectOption({ label: '15 min + 10 s · casual' })
  expect(await showsThe('pool=standard.casual')).not.toBe('none')
  expect([await bands.inputValue(), await bands.isDisabled()]).toEqual(['', true])
  await pools.selectOption('standard.engines')
  expect(await showsThe('pool=standard.engines')).toBe('few')
  expect(await bands.isDisabled()).toBe(false)
})

it.each(['desktop', 'tablet', 'phone'] as const)('nobody is shut out (%s)', async (size) => {
  const visitor = await come('/statistics/agora-pantheon', size)
  const { page } = visitor
  await page.waitForSelector('[data-use="things"]')
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `statistics-${size}`)
  expect(await tooWide(page)).toEqual([])
})

it.each(['desktop', 'phone'] as const)(
  'the draft of a replay has the figures of its four wonders (%s)',
  async (size) => {
    const visitor = await come(`/games/${game}#v1-spectator`, size)
    const { page } = visitor
    const { snapshot } = await get<{ snapshot: { board: { draft: object } } }>(
      `${server.url}/v1/games/${game}/positions/1`,
    )
    const open = Object.keys(snapshot.board.draft).sort()
    const draft = await get<DraftStatistics>(`${server.url}/v1/statistics/agora-pantheon/draft?open=${open.join(',')}`)
    const figuresOf = (id: string): string => {
      const { taken, won } = draft.wonders!.find((wonder) => wonder.id === id)!
      return `First pick ${percent(taken)}, wins ${won.times === undefined ? '–' : percent(won)}`
    }
    await page.waitForSelector('[data-region="draft"] [data-wonder]')
    // A phone has no room below the wonders: they stand below all four, with the names for those who do not see them.
    const figures = page.locator(size === 'desktop' ? '[data-region="draft"] .figures' : '#prompt .figures li')
    await expect
      .poll(async () => (await figures.allInnerTexts()).map((text) => text.slice(text.indexOf('First pick'))))
      .toEqual(open.map(figuresOf))
    expect(await faultsOf(page, ['[data-region="draft"]', '#prompt'])).toEqual([])
    await shoot(visitor, `statistics-draft-${size}`)
    if (size === 'desktop') {
      // They are part of the explanation of each, until it is taken.
      await page.hover(`[data-region="draft"] [data-wonder="${open[0]}"]`)
      await page.waitForSelector(`[data-region="details"]:has-text("${figuresOf(open[0]!)}")`)
      await page.click('[data-use="on"]')
      await expect.poll(() => figures.count()).toBe(3)
    }
  },
)
