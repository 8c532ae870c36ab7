import { describe, expect, it } from 'vitest'
import type { PlayerRef, PublicMatchesAnswer } from '../../src/protocol/index.ts'
import { seededRandom } from '../support/random.ts'
import type { Visitor } from './support/browser.ts'
import { show } from './support/browser.ts'
import { playRandomly } from './support/play.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { comeAs } = visitorsOfEachTest(() => site)

const publicMatches = async (): Promise<PublicMatchesAnswer['matches']> =>
  ((await (await fetch(`${site.server.url}/v1/matches`)).json()) as PublicMatchesAnswer).matches

/** Begins a match against a bot, and resolves with its id. */
async function playBot({ page }: Visitor): Promise<string> {
  await page.click('[data-use="play-bot"]')
  await page.waitForSelector('.city h2:has([aria-label="bot"])')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

describe('a match against a bot that is begun with one click', () => {
  it('is in no list of public matches, and has no clock', async () => {
    const ola = await comeAs('Ola')
    await ola.page.waitForSelector('[data-use="play-bot"]:has-text("no clock")')
    const match = await playBot(ola)
    expect(await ola.page.locator('[role="timer"]').count()).toBe(0)
    // A match of others that began later is listed: the list is no older.
    const pia = await comeAs('Pia')
    await pia.page.click('label:has-text("5 + 5")')
    await pia.page.click('summary:text-is("More options")')
    await pia.page.click('[role="switch"]:has-text("Let anyone watch you play a bot")')
    await pia.page.waitForSelector('[data-use="play-bot"]:has-text("5 min + 5 s")')
    const listed = await playBot(pia)
    await expect.poll(publicMatches).toMatchObject([{ match: listed, terms: { clock: 'blitz', visibility: 'public' } }])
    expect(listed).not.toBe(match)
  })

  it('is in the profile of its player once it has ended, and not among the games of everybody', async () => {
    const ola = await comeAs('Ola')
    const id = await playBot(ola)
    await playRandomly([ola], seededRandom(33), 6)
    await ola.page.click('[aria-label="Draw, time, resign, call off"]')
    await ola.page.click('[data-use="ask-resign"]')
    await ola.page.click('[data-use="resign"]')
    await ola.page.waitForSelector('.result h1:has-text("Novice bot wins")')
    const game = `${site.server.url}/v1/games/${id}`
    await expect.poll(async () => (await fetch(game)).status).toBe(200)
    const { players } = (await (await fetch(game)).json()) as { players: Record<0 | 1, PlayerRef> }
    const person = [players[0], players[1]].find(({ bot }) => !bot)!
    const link = ola.page.locator(`a[href="/games/${id}"]`)
    await show(ola, `/players/${person.id}`)
    await link.waitFor()
    await show(ola, '/games')
    await ola.page.waitForSelector('text=No finished games yet')
    expect(await link.count()).toBe(0)
  })
})
