/** A moderator's evening on the page: reports, measures, a notice, a pause and the audit log. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../support/operator.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { faultsOf } from './support/axe.ts'
import type { Size, Visitor } from './support/browser.ts'
import { launch, shoot, visit } from './support/browser.ts'
import type { Guest } from './support/session.ts'
import { accountWithSession, guestWithSession } from './support/session.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const visitors = visitorsOfEachTest((problem) => /status of (403|409)/.test(problem))
let folder: string
let server: Server
let browser: Browser
let cato: Guest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-console-'))
  ;[server, browser] = await Promise.all([startServer({ DATA_DIR: folder }), launch()])
  cato = await accountWithSession(server.url, 'Cato')
  // The command needs the folder of the embedded database for itself.
  await server.end('SIGTERM')
  expect((await runCommand('account', { DATA_DIR: folder }, 'Cato', '--moderator')).code).toBe(0)
  await server.start()
})
afterAll(async () => {
  cato?.curia.close()
  await browser?.close()
  await server?.destroy()
  await rm(folder, { recursive: true, force: true })
})

async function come(who: Guest, path: string, size?: Size): Promise<Visitor> {
  const visitor = await visit(browser, server.url + path, size)
  visitors.push(visitor)
  await who.lend(visitor)
  await visitor.page.reload()
  return visitor
}

it('a moderator reads a report with its chat, mutes and closes, without a word of HTTP', async () => {
  const [ada, eve] = [await guestWithSession(server.url, 'Ada'), await guestWithSession(server.url, 'Eve')]
  const adas = await ada.curia.create({ seat: 0 })
  const eves = await eve.curia.join({ code: adas.value.snapshot.code! })
  await eves.say('You play like a goat')
  await ada.curia.report({
    player: eve.curia.session.value.player!.id,
    reason: 'offensive-chat',
    match: adas.id,
    line: 1,
  })

  const visitor = await come(cato, '/account')
  const { page } = visitor
  await page.click('[data-use="console"]')
  await page.waitForURL('**/console')
  await page.click('[data-use="open-report"]')
  await page.waitForSelector('[data-region="context"] blockquote:has-text("goat")')
  await shoot(visitor, 'console-report')
  expect(await faultsOf(page)).toEqual([])
  const player = page.locator('[data-region="player"]')
  // A reason is needed.
  await player.locator('[data-use="mute"]').click()
  expect((await fetch(`${server.url}/v1/server`)).ok).toBe(true)
  await player.locator('input').first().fill('Insults')
  await player.locator('[data-use="mute"]').click()
  await player.locator('text="Done."').waitFor()
  await expect(eves.say('Again')).rejects.toMatchObject({ code: 'muted' })
  const closing = page.locator('[data-region="context"] > form')
  await closing.locator('input').fill('Dealt with')
  await closing.locator('[data-use="close-report"]').click()
  await page.waitForSelector('[data-region="reports"]:has-text("There is nothing here.")')
  await page.click('label:text-is("Audit log")')
  await page.waitForSelector('[data-region="log"]:has-text("Dealt with")')
  expect(await page.locator('[data-region="log"]').innerText()).toContain('Insults')
  for (const guest of [ada, eve]) guest.curia.close()
})

it('a moderator ends a match, makes a reset link, tells everyone something and pauses new matches', async () => {
  const [ada, bo] = [await guestWithSession(server.url, 'Ada'), await accountWithSession(server.url, 'Bo')]
  const adas = await ada.curia.create({ seat: 0, clock: 'standard' })
  await bo.curia.join({ code: adas.value.snapshot.code! })
  const other = await come(ada, '/watch', 'phone')
  const visitor = await come(cato, `/console?player=${bo.curia.session.value.player!.id}`, 'phone')
  const { page } = visitor
  const player = page.locator('[data-region="player"]')
  await player.locator('input').first().fill('Wrote from the address that the club knows')
  await player.locator('[data-use="reset"]').click()
  expect(await player.locator('code').innerText()).toMatch(/\/reset#\S{20,}$/)
  await page.click('label:text-is("Live matches")')
  const live = page.locator('[data-region="live"]')
  await live.locator('input').first().fill('A test')
  await live.locator('[data-use="end-match"]').first().click()
  await adas.until(({ snapshot }) => snapshot.outcome?.by === 'aborted')

  await page.click('label:text-is("Server")')
  const house = page.locator('[data-region="server"]')
  await house.locator('input').first().fill('The server restarts at 22:00')
  await house.locator('[data-use="tell"]').click()
  await other.page.waitForSelector('.announced:has-text("The server restarts at 22:00")')
  await house.locator('[data-use="withdraw"]').waitFor()
  await house.locator('input').nth(1).fill('It restarts')
  await house.locator('[data-use="pause"]').click()
  await other.page.waitForSelector('.announced:has-text("New matches are paused: It restarts")')
  await expect(ada.curia.create({})).rejects.toMatchObject({ code: 'paused' })
  await shoot(visitor, 'console-server-phone')
  await shoot(other, 'announced-phone')
  expect(await faultsOf(page)).toEqual([])
  await house.locator('input').nth(1).fill('It is back')
  await house.locator('[data-use="pause"]').click()
  await house.locator('[data-use="withdraw"]').click()
  await other.page.waitForSelector('.announced', { state: 'detached' })
  await ada.curia.create({})
  for (const guest of [ada, bo]) guest.curia.close()
})

it('the console is for moderators alone', async () => {
  const ada = await guestWithSession(server.url, 'Ada')
  const { page } = await come(ada, '/console')
  await page.waitForSelector('text="Only moderators can use the console."')
  expect(await page.locator('[data-region]').count()).toBe(0)
  ada.curia.close()
})
