/** Whoever comes by a link: to watch without a name, or to an invitation; and what is said over set phrases. */
import { describe, expect, it, vi } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import { faultsOf } from './support/axe.ts'
import { shoot } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeWith } = visitorsOfEachTest(
  () => site,
  (problem) => problem.includes('404'),
)
const keep = clientsOfEachTest()
const player = async (name: string): Promise<Curia> => keep(await clientOf(site.server.url, name))

/** A match of Ada and Ben in play, as each of them sees it. */
async function started(terms: object): Promise<[LiveMatch, LiveMatch]> {
  const [ada, ben] = [await player('Ada'), await player('Ben')]
  const own = await ada.create({ kind: 'base', seat: 0, ...terms })
  return [own, await ben.join({ code: own.value.snapshot.code! })]
}

describe('someone without a name', () => {
  it('watches a public match at once, follows it, is counted, and has no part in its chat', async () => {
    const [own] = await started({ visibility: 'public' })
    const visitor = await come(`/match/${own.id}`)
    const { page } = visitor
    await page.waitForSelector('.table[data-version="1"]')
    expect(await page.locator('#player-name').count()).toBe(0)
    expect(await page.locator('[role="tab"]').allInnerTexts()).not.toContain('Chat')
    await page.waitForSelector('[data-score="0"]')
    const [action] = expandOffers(own.value.snapshot.board!.legal)
    await own.act(action!)
    await page.waitForSelector('.table[data-version="2"]')
    await vi.waitUntil(() => own.value.presence?.watchers === 1, { timeout: 60_000 })
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('curia:')))).toEqual([])
    await shoot(visitor, 'visitor')
  })

  it('is asked for the code of a private match, and then for a name', async () => {
    const [own] = await started({ visibility: 'private' })
    const { page } = await come(`/match/${own.id}`)
    await page.fill('input[aria-label="Code"]', own.value.snapshot.code!)
    await page.click('form .button.main')
    await page.waitForSelector('text=This game is private. Pick a name to watch it.')
    await page.fill('#player-name', 'Cy')
    await page.click('form .button.main')
    await page.waitForSelector('.table')
  })
})

describe('an invitation', () => {
  it.each(['desktop', 'phone'] as const)(
    'says who invites to what, and one sits down with a name (%s)',
    async (size) => {
      const ada = await player('Ada')
      const own = await ada.create({ kind: 'agora', clock: 'standard', seat: 0, visibility: 'private' })
      const visitor = await come(`/join/${own.value.snapshot.code!}`, size)
      const { page } = visitor
      await page.waitForSelector('h1:has-text("Ada invites you to play")')
      expect(await page.locator('main li').allInnerTexts()).toEqual([
        'Agora',
        '15 min + 10 s',
        'Ada goes first',
        'Not rated',
      ])
      expect(await page.locator('.picture .deal .card').count()).toBeGreaterThan(5)
      await shoot(visitor, `invitation-${size}`)
      expect(await faultsOf(page)).toEqual([])
      await page.fill('#player-name', 'Ben')
      await page.click('[data-use="join"]')
      await page.waitForSelector('.table')
      await own.until(({ snapshot }) => snapshot.players[1]?.name === 'Ben')
    },
  )

  it('that was used says so, and nothing of the match', async () => {
    const [own] = await started({ visibility: 'private' })
    const { page } = await come(`/join/${own.value.snapshot.code!}`)
    await page.waitForSelector('[role="alert"]')
    expect(await page.locator('main').innerText()).not.toContain('Ada')
    expect(await page.locator('[data-use="join"]').count()).toBe(0)
  })

  it('to a rated match asks someone without a name for an account, not for a name', async () => {
    const host = await player('Ada')
    await host.register({ name: 'Rhea of the invitation', password: 'correct horse battery' })
    const own = await host.create({ clock: 'blitz', rated: true })
    const { page } = await come(`/join/${own.value.snapshot.code!}`)
    await page.waitForSelector('main a[href="/account"]')
    expect(await page.locator('#player-name').count()).toBe(0)
    expect((await page.locator('main li').allInnerTexts()).join(' ')).toContain('Rated')
  })
})

it('a set phrase is read in the language of its reader, on a phone in a bubble below whoever said it, with a dot', async () => {
  const ada = await guestWithSession(site.server.url, 'Ada')
  keep(ada.curia)
  const ben = await player('Ben')
  const own = await ada.curia.create({ kind: 'base', seat: 0 })
  const others = await ben.join({ code: own.value.snapshot.code! })
  const visitor = await comeWith(ada, `/match/${own.id}`, 'phone', 'de-DE')
  const { page } = visitor
  await page.waitForSelector('.table')
  await others.say({ phrase: 'luck' })
  const bubble = page.locator('.city .bubble')
  await bubble.waitFor()
  await shoot(visitor, 'bubble')
  expect(await bubble.innerText()).toBe('Viel Glück')
  await page.waitForSelector('nav.tabs .dot')
  const [strip, said] = [(await page.locator('.theirs .city').boundingBox())!, (await bubble.boundingBox())!]
  expect(said.y).toBeGreaterThanOrEqual(strip.y + strip.height)
  await bubble.waitFor({ state: 'detached' })
  await page.click('nav.tabs button:last-child')
  await page.click('[role="tab"] >> nth=1')
  await page.waitForSelector('.chat li:has-text("Viel Glück")')
  expect(await page.locator('.phrases button').count()).toBe(7)
})
