/** The screen of the ladder of engines. */
import { it } from 'vitest'
import { visit } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
// A server without a ladder says so with a 409, which a browser counts as a problem.
const visitors = visitorsOfEachTest((problem) => problem.includes('409'))

it('says that a server has no ladder, and is reached from the leaderboards', async () => {
  const visitor = await visit(site.browser, site.server.url)
  visitors.push(visitor)
  const { page } = visitor
  await page.goto(`${site.server.url}/leaderboards/base-engines`)
  await page.click('a[href="/engines/base"]')
  await page.waitForSelector('[role="alert"] >> text=There is no ladder of engines on this server.')
})
