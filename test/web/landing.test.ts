import { describe, expect, it } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import type { PublicMatchesAnswer } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import { DEAL, DEALT } from '../../web/src/screens/landing/deal.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import type { Size, Visitor } from './support/browser.ts'
import { go } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { tooWide } from './support/sizes.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()
const player = async (name: string): Promise<Curia> => keep(await clientOf(site.server.url, name))

/** Someone new, who sees the first page. */
async function arrive(size?: Size): Promise<Visitor> {
  const visitor = await come('/', size)
  await visitor.page.waitForSelector('#player-name')
  return visitor
}

describe('a visitor without a name', () => {
  it.each(['desktop', 'phone'] as const)('on a %s is at a table with one click, and it is their move', async (size) => {
    const { page } = await arrive(size)
    await page.click('[data-use="play-now"]')
    await page.waitForSelector('.table[data-state="yours"]')
    const version = await page.getAttribute('.table', 'data-version')
    // A move is two clicks everywhere: what is selected, and what is done with it.
    await page.click('[data-wonder][data-open]')
    await page.click('.use.main:not([aria-disabled="true"])')
    await page.waitForSelector(`.table:not([data-version="${version}"])`)
  })

  it('has a first game without a clock, which is in no public list', async () => {
    const { page } = await arrive()
    await page.click('[data-use="play-now"]')
    await page.waitForSelector('.table[data-state="yours"]')
    expect(await page.locator('[role="timer"]').count()).toBe(0)
    const first = new URL(page.url()).pathname.split('/').at(-1)!
    // A match of others that began later is listed: the list is no older.
    const [ada, ben] = await Promise.all(['Ada', 'Ben'].map(player))
    const listed = await ada!.create({ kind: 'base', clock: 'standard' })
    await ben!.join({ code: listed.value.snapshot.code! })
    const matches = async (): Promise<string[]> => {
      const answer = (await (await fetch(`${site.server.url}/v1/matches`)).json()) as PublicMatchesAnswer
      return answer.matches.map(({ match }) => match)
    }
    await expect.poll(matches).toContain(listed.id)
    expect(await matches()).not.toContain(first)
  })

  it('has a link for a friend with one click', async () => {
    const { page } = await arrive()
    await page.click('[data-use="play-friend"]')
    expect(await page.inputValue('input[readonly]')).toContain('/join/')
  })

  it('who has had a first game looks for whoever comes', async () => {
    const { page } = await arrive()
    await page.click('[data-use="play-now"]')
    await page.waitForSelector('.table')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key !== 'curia.first-game') localStorage.removeItem(key)
    })
    await page.goto(site.server.url)
    await page.click('[data-use="play-now"]')
    await page.click('[data-use="leave-queue"]')
  })

  it('loses nothing of the name that they type: on other screens, in another language, after a reload', async () => {
    const visitor = await arrive()
    const { page } = visitor
    await page.fill('#player-name', 'Ada Lovelace')
    await page.selectOption('header select', 'de')
    await page.waitForSelector('html[lang="de"]')
    expect(await page.inputValue('#player-name')).toBe('Ada Lovelace')
    const host = await player('Ben')
    const match = await host.create({ kind: 'base', clock: 'standard' })
    await go(visitor, `/join/${match.value.snapshot.code!}`)
    expect(await page.inputValue('#player-name')).toBe('Ada Lovelace')
    host.close()
    await page.goto(site.server.url)
    expect(await page.inputValue('#player-name')).toBe('Ada Lovelace')
    await page.click('[data-use="enter"]')
    await page.waitForSelector('a.player:has-text("Ada Lovelace")')
  })

  it('is not let in with a name that nobody could see', async () => {
    const { page } = await arrive()
    await page.fill('#player-name', '\u3164')
    await page.click('[data-use="play-now"]')
    await page.click('[data-use="play-friend"]')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.locator('#player-name:invalid').count()).toBe(1)
  })
})

describe('the first page', () => {
  it('is no wider than the window, whatever its size', async () => {
    const { page } = await arrive()
    await page.waitForSelector('.deal .card')
    expect(await tooWide(page)).toEqual([])
  })

  it('deals its cards, and where nothing may move they lie there', async () => {
    const moving = async (moves: boolean): Promise<number> => {
      const visitor = await come('/', 'desktop', 'en-GB', { moving: moves })
      await visitor.page.waitForSelector('.deal .card', { state: 'attached' })
      return visitor.page.evaluate(
        () =>
          [...document.querySelectorAll('.deal .card')].filter(
            (card) => getComputedStyle(card).animationName !== 'none',
          ).length,
      )
    }
    expect(await moving(true)).toBe(DEAL.length)
    expect(await moving(false)).toBe(0)
  })

  it('shows the games that are being played, and says nothing where there are none', async () => {
    const { page } = await arrive()
    const [ada, ben] = await Promise.all(['Livia', 'Marcus'].map(player))
    const listed = await ada!.create({ kind: 'base', clock: 'standard' })
    await ben!.join({ code: listed.value.snapshot.code! })
    await page.reload()
    await page.waitForSelector('h2:has-text("Live now")')
    await page.waitForSelector('a.entry:has-text("Livia")')
  })

  it('shows cards as they are printed', () => {
    const { buildings } = catalogue(matchOptions('base', DEFAULT_GAME_OPTIONS))
    expect(DEALT).toEqual(DEALT.map(({ id }) => buildings.find((one) => one.id === id)))
    expect(DEAL.flatMap(({ id }) => id ?? [])).toEqual(DEALT.map(({ id }) => id))
  })
})
