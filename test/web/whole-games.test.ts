import { describe, expect, it } from 'vitest'
import { drawn } from '../support/drawn.ts'
import { seededRandom } from '../support/random.ts'
import type { Size } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { playRandomly, seatTwo } from './support/play.ts'
import { openSite } from './support/site.ts'

const site = openSite()

const RELOAD_AT = 25
const PICTURES_AT = 45
const TABLES = [
  ['Base game', 'base', ['desktop', 'tablet'], 'mouse', 11],
  ['Pantheon', 'pantheon', ['phone', 'tablet'], 'touch', 13],
  ['Agora and Pantheon', 'agora-pantheon', ['desktop', 'phone'], 'keys', 14],
  ['Agora and Pantheon', 'agora-pantheon-sideways', ['landscape', 'landscape'], 'touch', 15],
] as const

describe('two players play a whole game by what they are offered, with the mouse, by touch or with keys alone:', () => {
  it.each(drawn(TABLES, 2))('%s (%s on %s, with %s)', async (kind, name, sizes: readonly [Size, Size], hand, seed) => {
    const random = seededRandom(seed)
    const visitors = await seatTwo(site.browser, site.server.url, kind, sizes, hand)
    const [ada, ben] = visitors
    await Promise.all([shoot(ada, `${name}-draft-${sizes[0]}`), shoot(ben, `${name}-draft-${sizes[1]}`)])
    await playRandomly(visitors, random, RELOAD_AT)
    await ada.page.reload()
    await ada.page.waitForSelector('.table')
    await playRandomly(visitors, random, PICTURES_AT)
    await Promise.all([shoot(ada, `${name}-middle-${sizes[0]}`), shoot(ben, `${name}-middle-${sizes[1]}`)])
    await playRandomly(visitors, random)

    // The result opens after the last move is on the screen.
    await Promise.all(visitors.map(({ page }) => page.waitForSelector('tfoot td.number', { state: 'attached' })))
    const totals = await Promise.all(visitors.map(({ page }) => page.locator('tfoot td.number').allInnerTexts()))
    expect(totals[0]).toEqual(totals[1])
    const id = new URL(ada.page.url()).pathname.split('/').at(-1)
    const game = (await (await fetch(`${site.server.url}/v1/games/${id}`)).json()) as {
      scores: Record<0 | 1, { total: number }>
    }
    expect(totals[0]!.map(Number)).toEqual([game.scores[0].total, game.scores[1].total])
    await Promise.all([shoot(ada, `${name}-end-${sizes[0]}`), shoot(ben, `${name}-end-${sizes[1]}`)])
    expect([...ada.problems, ...ben.problems]).toEqual([])
    await Promise.all(visitors.map((visitor) => visitor.close()))
  })
})
