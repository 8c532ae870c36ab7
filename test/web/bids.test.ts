/** Bids for the first turn on the page: creating, joining by a link, at an open table, and accepting a challenge. */
import { expect, it } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeAs } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()
const player = async (name: string): Promise<Curia> => keep(await clientOf(site.server.url, name))

/** The panel of the match says who bid what, and who got the coins. */
async function readBids({ page }: Visitor): Promise<{ bids: string[]; handicap: string[] }> {
  await page.waitForSelector('.table')
  await page.click('[role="tab"]:has-text("Players")')
  const said = async (what: string): Promise<string[]> => {
    const texts = await page.locator(`[data-use="${what}"] .row`).allInnerTexts()
    return texts.map((text) => text.trim().split('\n').at(-1)!)
  }
  await page.waitForSelector('[data-use="bids"]')
  return { bids: await said('bids'), handicap: await said('handicap') }
}

it('whoever creates a match bids, and whoever joins by the link; then both see who bid what', async () => {
  const host = await comeAs('Ada')
  await host.page.click('summary:has-text("More options")')
  await host.page.click('label:text-is("Bid for it")')
  await host.page.fill('input[name="bid"]', '4')
  await host.page.waitForSelector('text=Whoever bids more goes first')
  await shoot(host, 'bid-create')
  await host.page.click('[data-use="invite"]')
  await host.page.waitForSelector('text=Your bid stays hidden')
  const link = await host.page.locator('.invitation input').inputValue()

  const guest = await come(new URL(link).pathname, 'phone')
  await guest.page.waitForSelector('text=You both bid to go first')
  await shoot(guest, 'bid-join')
  expect(await faultsOf(guest.page)).toEqual([])
  await guest.page.fill('#player-name', 'Ben')
  await guest.page.fill('input[name="bid"]', '6')
  await guest.page.click('[data-use="join"]')
  await guest.page.waitForSelector('.table')

  expect(await readBids(host)).toEqual({ bids: ['6 coins', '4 coins'], handicap: ['6 coins'] })
  await shoot(host, 'bid-match')
})

it('an open table with bids asks for one before anyone sits down', async () => {
  const host = await player('Ada')
  await host.create({ bid: 3, listed: true })
  const guest = await comeAs('Ben')
  const row = guest.page.locator('.table.entry:has-text("both bid for the first turn")')
  await row.locator('button').click()
  await row.locator('input[name="bid"]').fill('1')
  await shoot(guest, 'bid-table')
  await row.locator('[data-use="join-table"]').click()
  expect(await readBids(guest)).toEqual({ bids: ['3 coins', 'one coin'], handicap: ['3 coins'] })
})

it('a challenge with a bid is accepted with one', async () => {
  const guest = await comeAs('Bea')
  const host = await player('Ada')
  const online = async () => (await host.rest.get('/v1/online')).players.find(({ name }) => name === 'Bea')
  await expect.poll(online).toBeDefined()
  const bea = (await online())!
  await host.challenges.send({ to: { player: bea.id }, bid: 0 })
  const row = guest.page.locator('li.received:has-text("both bid for the first turn")')
  await row.locator('[data-use="accept-challenge"]').click()
  await row.locator('input[name="bid"]').fill('2')
  await row.locator('[data-use="accept-challenge"]').click()
  expect(await readBids(guest)).toEqual({ bids: ['2 coins', '0 coins'], handicap: ['2 coins'] })
})
