import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import type { Deal, ViewAnswer } from '../../src/protocol/index.ts'
import { clientOf } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { seededRandom } from '../support/random.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { playRandomly, stateOf } from './support/play.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come } = visitorsOfEachTest(() => site)
let game: string
let cy: Curia
beforeAll(async () => {
  const { url } = site.server
  const [ada, ben] = [await HttpPlayer.guest(url, 'Ada'), await HttpPlayer.guest(url, 'Ben')]
  const { snapshot } = await ada.create({ kind: 'agora' })
  await ben.join(snapshot.code!)
  await Promise.all([ada.playOn(snapshot.match, pickAny), ben.playOn(snapshot.match, pickAny)])
  game = snapshot.match
  cy = await clientOf(url, 'Cy')
  await vi.waitUntil(async () => (await fetch(`${url}/v1/deals/${game}`)).ok, { timeout: 60_000 })
})
afterAll(() => cy?.close())

/** What everybody may know of the match that a page shows. */
async function shownBy({ page }: Visitor): Promise<ViewAnswer['snapshot']> {
  await page.waitForURL('**/match/*')
  const match = page.url().split('/').at(-1)!
  const answer = await fetch(`${site.server.url}/v1/matches/${match}`)
  return ((await answer.json()) as ViewAnswer).snapshot
}

it('a visitor goes on from a position of a replay, as either player, against a bot', async () => {
  const visitor = await come(`/games/${game}#v12-spectator`)
  const { page } = visitor
  await page.click('[data-use="play-on"]')
  await shoot(visitor, 'play-on')
  await page.locator('dialog').getByRole('radio').nth(1).check({ force: true })
  await page.click('[data-use="play-bot"]')
  const snapshot = await shownBy(visitor)
  expect(snapshot).toMatchObject({ from: { match: game, version: 12 }, kind: 'agora', origin: 'bot' })
  expect(snapshot.players[1]).not.toHaveProperty('bot')
})

it('a visitor plays on alone, for both seats, and nobody else sees it', async () => {
  const visitor = await come(`/games/${game}#v12-spectator`)
  const { page } = visitor
  await page.click('[data-use="play-on"]')
  await page.click('[data-use="play-alone"]')
  await page.waitForURL('**/match/*')
  await page.waitForSelector('.table[data-version="1"]')
  await playRandomly([visitor], seededRandom(1), 6)
  expect(await stateOf(page)).toBe('yours')
  await shoot(visitor, 'play-alone')
  const match = page.url().split('/').at(-1)!
  expect((await fetch(`${site.server.url}/v1/matches/${match}`)).status).toBe(403)
})

it('nobody goes on from the end of a game', async () => {
  const { page } = await come(`/games/${game}`)
  await page.waitForSelector('[data-use="result"]')
  expect(await page.locator('[data-use="play-on"]').count()).toBe(0)
})

it.each(['desktop', 'phone'] as const)(
  'the result leads to the deal, which a friend can play; the invitation says that it is known (%s)',
  async (size) => {
    const visitor = await come(`/games/${game}`, size)
    const { page } = visitor
    await page.click('[data-use="result"]')
    await page.click('[data-use="deal"]')
    await page.waitForURL(`**/deals/${game}`)
    await page.waitForSelector('[data-use="play-bot"]')
    // The game itself was public.
    await page.waitForSelector(`main a[href="/games/${game}"]`)
    await shoot(visitor, `known-deal-${size}`)
    await page.click('[data-use="play-friend"]')
    await page.waitForSelector('[data-use="copy-link"]')
    const link = await page.locator('input[readonly]').inputValue()
    const friend = await come(new URL(link).pathname, size)
    await friend.page.getByText('A known deal').waitFor()
    await shoot(friend, `known-deal-invitation-${size}`)
    const match = await cy.join({ code: link.split('/').at(-1)! })
    const deal = (await (await fetch(`${site.server.url}/v1/deals/${game}`)).json()) as Deal
    expect(match.value.snapshot).toMatchObject({ deal: game, seedHash: deal.seedHash })
    match.close()
  },
)

it('a deal that nobody has played is said to be unknown', async () => {
  const { page, problems } = await come('/deals/nobody-has-this1')
  await page.getByRole('alert').getByText("We can't find this deal.").waitFor()
  expect(problems.splice(0)).toMatchObject([expect.stringContaining('404')])
})
