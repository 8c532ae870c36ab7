/** The deal of the day on the page, and two games on one deal next to each other. */
import { expect, it, vi } from 'vitest'
import type { Picker } from '../../scripts/demo/play.ts'
import { pickBy } from '../../scripts/demo/play.ts'
import type { DailyDeal } from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { get } from '../support/rest.ts'
import { faultsOf } from './support/axe.ts'
import { shoot } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeAs, comeWith } = visitorsOfEachTest(() => site)

it('the lobby leads there; a guest is told that they need an account', async () => {
  const guest = await comeAs('Gus')
  await guest.page.click('[data-use="daily"]')
  await guest.page.waitForURL('**/deals/daily?kind=base')
  await guest.page.waitForSelector('text=The deal of the day is for players with an account.')
  expect(await guest.page.locator('[data-use="play-daily"]').count()).toBe(0)
})

it.each(['desktop', 'phone'] as const)(
  'someone with an account plays it once, and is told when it opens instead of being shown the replay (%s)',
  async (size) => {
    const ada = await guestWithSession(site.server.url, `Ada of the ${size}`)
    const { curia } = ada
    await curia.register({ name: `Ada of the ${size}`, password: PASSWORD })
    const visitor = await comeWith(ada, '/deals/daily?kind=agora', size)
    const { page } = visitor
    await page.waitForSelector('[data-use="play-daily"]')
    expect(await faultsOf(page)).toEqual([])
    await shoot(visitor, `daily-${size}`)
    await page.click('[data-use="play-daily"]')
    await page.waitForURL('**/match/*')
    await page.waitForSelector('.table')
    const match = page.url().split('/').at(-1)!
    const { deal } = await get<DailyDeal>(`${site.server.url}/v1/deals/daily?kind=agora`)
    const { snapshot } = await curia.rest.get('/v1/matches/{id}', { params: { id: match } })
    expect(snapshot).toMatchObject({ deal: deal!.id, kind: 'agora', you: 0 })
    await curia.rest.post('/v1/matches/{id}/resign', { params: { id: match }, body: { actionId: 'given-up' } })
    await page.waitForSelector('.result >> text=Until then, nobody else can see this game')
    expect(await page.locator('[data-use="replay"], [data-use="analyse"], [data-use="deal"]').count()).toBe(0)
    await shoot(visitor, `daily-over-${size}`)
    await page.goto(`${site.server.url}/deals/daily?kind=agora`)
    await page.waitForSelector(`a[href="/match/${match}"]`)
    expect(await page.locator('[data-use="play-daily"]').count()).toBe(0)
    await page.goto(`${site.server.url}/deals/${deal!.id}`)
    await page.waitForURL('**/deals/daily?kind=agora')
    curia.close()
  },
)

it.each(['desktop', 'phone'] as const)('two games on a deal are compared from where they part (%s)', async (size) => {
  const { url } = site.server
  const [ada, ben] = [await HttpPlayer.guest(url, 'Ada'), await HttpPlayer.guest(url, 'Ben')]
  const playedOn = async (deal?: string): Promise<string> => {
    const { snapshot } = await ada.create({ kind: 'base', seat: 0, ...(deal !== undefined && { deal }) })
    await ben.join(snapshot.code!)
    // Alike for some actions of each game; then others of those that are offered.
    const turned = deal === undefined ? 0 : 0.5
    const pick: Picker = (shown, version) => pickBy(() => (version * 0.37 + (version > 13 ? turned : 0)) % 1, shown)
    await Promise.all([ada.playOn(snapshot.match, pick), ben.playOn(snapshot.match, pick)])
    return snapshot.match
  }
  const first = await playedOn()
  await vi.waitUntil(async () => (await fetch(`${url}/v1/deals/${first}`)).ok, { timeout: 60_000 })
  const second = await playedOn(first)
  await vi.waitUntil(async () => (await fetch(`${url}/v1/games/${second}/replay`)).ok, { timeout: 60_000 })
  const visitor = await come(`/deals/${first}`, size)
  const { page } = visitor
  await page.waitForSelector(`main a[href="/games/${second}"]`)
  for (const box of await page.locator('main input[type="checkbox"]').all()) await box.check()
  await shoot(visitor, `compare-choose-${size}`)
  await page.click('[data-use="compare"]')
  await page.waitForSelector('text=Up to here, the games were the same.')
  const done = (): Promise<string[]> => page.locator('.done').allInnerTexts()
  expect(new Set(await done()).size).toBe(1)
  await shoot(visitor, `compare-${size}`)
  expect(await faultsOf(page)).toEqual([])
  await page.click('[data-use="on"]')
  await vi.waitUntil(async () => new Set(await done()).size === 2, { timeout: 60_000 })
  await shoot(visitor, `compare-on-${size}`)
})
