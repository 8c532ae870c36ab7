import { afterEach, describe, expect, it } from 'vitest'
import type { PublicMatchesAnswer } from '../../src/protocol/index.ts'
import { enter, visit } from './support/browser.ts'
import type { Visitor } from './support/browser.ts'
import { openSite } from './support/site.ts'

const site = openSite()
const visitors: Visitor[] = []
afterEach(async () => {
  const problems = visitors.flatMap((visitor) => visitor.problems)
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
  expect(problems).toEqual([])
})

async function come(): Promise<Visitor> {
  const visitor = await visit(site.browser, site.server.url)
  visitors.push(visitor)
  return visitor
}

const publicMatches = async (): Promise<PublicMatchesAnswer['matches']> =>
  ((await (await fetch(`${site.server.url}/v1/matches`)).json()) as PublicMatchesAnswer).matches

/** Begins a match against a bot, and resolves with its id. */
async function playBot({ page }: Visitor): Promise<string> {
  await page.click('[data-use="play-bot"]')
  await page.waitForSelector('.strip h2:has([aria-label="bot"])')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

describe('a match against a bot that is begun with one click', () => {
  it('is in no list of public matches, and has no clock', async () => {
    const ola = await come()
    await ola.page.waitForSelector('[data-use="play-bot"]:has-text("no clock")')
    const match = await playBot(ola)
    expect(await ola.page.locator('[role="timer"]').count()).toBe(0)
    // A match of others that began later is listed: the list is no older.
    const pia = await come()
    await enter(pia, 'Pia')
    await pia.page.click('label:has-text("Blitz")')
    await pia.page.click('summary:text-is("More options")')
    await pia.page.click('[role="switch"]:has-text("Anybody may watch you play a bot")')
    await pia.page.waitForSelector('[data-use="play-bot"]:has-text("Blitz")')
    const listed = await playBot(pia)
    await expect.poll(publicMatches).toMatchObject([{ match: listed, terms: { clock: 'blitz', visibility: 'public' } }])
    expect(listed).not.toBe(match)
  })
})
