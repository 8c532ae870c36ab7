/** The screen of the ladder of engines. */
import { expect, it } from 'vitest'
import type { Ladder } from '../../src/protocol/index.ts'
import { ladderSchema } from '../../src/protocol/index.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot, visit } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
// A server without a ladder says so with a 409, which a browser counts as a problem.
const visitors = visitorsOfEachTest((problem) => problem.includes('409'))

const ENGINES = 12
const idOf = (index: number): string => `engine-${index}`.padEnd(16, '0')

/** Engines of which each has beaten all that come after it, but for the last one, which has met nobody. */
function someLadder(): Ladder {
  const beaten = ENGINES - 2
  const cell = (player: number, opponent: number): Ladder['crosstable'][number] => ({
    player: idOf(player),
    opponent: idOf(opponent),
    points: player < opponent ? 1.5 : 0.5,
    games: 2,
  })
  const met = Array.from({ length: ENGINES - 1 }, (_, player) => player)
  return ladderSchema.parse({
    kind: 'agora',
    rows: Array.from({ length: ENGINES }, (_, index) => ({
      player: { id: idOf(index), name: `Deep and Long Name ${index}`, bot: true },
      rating: 2000.4 - index,
      deviation: 50,
      interval: [1900.4 - index, 2100.4 - index],
      games: 2 * beaten,
      won: beaten,
      lost: 0,
      shared: beaten,
    })),
    crosstable: met.flatMap((one) => met.filter((other) => other !== one).map((other) => cell(one, other))),
  })
}

async function come(path: string, width: number, answer?: Ladder): Promise<Visitor> {
  const visitor = await visit(site.browser, site.server.url)
  visitors.push(visitor)
  const { page } = visitor
  await page.setViewportSize({ width, height: 800 })
  if (answer) await page.route('**/v1/ladder?*', (route) => route.fulfill({ json: answer }))
  await page.goto(site.server.url + path)
  return visitor
}

it.each([320, 1280])('shows every engine and who has met whom, at a width of %d', async (width) => {
  const visitor = await come('/engines/agora', width, someLadder())
  const { page } = visitor
  const [ratings, crosstable] = [page.locator('table').nth(0), page.locator('table').nth(1)]
  await expect.poll(() => ratings.locator('tbody tr').count()).toBe(ENGINES)
  const first = await ratings.locator('tbody tr').nth(0).innerText()
  for (const text of ['Deep and Long Name 0', '2,000', '1,900 – 2,100', '20', '10 / 10 / 0'])
    expect(first).toContain(text)
  expect(await crosstable.locator('tbody tr').nth(0).locator('td').allInnerTexts()).toEqual([
    '–',
    ...Array<string>(ENGINES - 2).fill('1.5 / 2'),
    '',
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await page.getByText('can learn in one of them').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
  await shoot(visitor, `engines-${width}`)
})

it('says that a server has no ladder, and is reached from the leaderboards', async () => {
  const { page } = await come('/leaderboards/base-engines', 1280)
  await page.click('a[href="/engines/base"]')
  await page.waitForSelector('[role="alert"] >> text=There is no ladder of engines on this server.')
})
