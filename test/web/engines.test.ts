/** The screen of the ladder of engines. */
import { it } from 'vitest'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
// A server without a ladder says so with a 409, which a browser counts as a problem.
const { come } = visitorsOfEachTest(
  () => site,
  (problem) => problem.includes('409'),
)

it('says that a server has no ladder, and is reached from the leaderboards', async () => {
  const { page } = await come()
  await page.goto(`${site.server.url}/leaderboards/base-engines`)
  await page.click('a[href="/engines/base"]')
  await page.waitForSelector('[role="alert"] >> text=There is no ladder of engines on this server.')
})
