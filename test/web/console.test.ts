/** A moderator's evening on the page: reports, measures, a notice, a pause and the audit log. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Receiver } from '../notifications/receiver.ts'
import { openReceiver } from '../notifications/receiver.ts'
import { runCommand } from '../support/operator.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { faultsOf } from './support/axe.ts'
import { launch, shoot } from './support/browser.ts'
import type { Guest } from './support/session.ts'
import { accountWithSession, guestWithSession } from './support/session.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const HOUR_MS = 3_600_000

const { comeWith } = visitorsOfEachTest(
  () => ({ browser, server }),
  (problem) => /status of (403|409)/.test(problem),
)
let folder: string
let server: Server
let browser: Browser
let cato: Guest
/** What a webhook calls; it answers with errors. */
let receiver: Receiver
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-console-'))
  ;[server, browser] = await Promise.all([
    startServer({ DATA_DIR: folder, WEBHOOKS: 'any', BOT_THREADS: '2' }),
    launch(),
  ])
  receiver = await openReceiver()
  receiver.statuses.push(...Array<number>(1_000).fill(500))
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
  await receiver?.close()
  await rm(folder, { recursive: true, force: true })
})

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

  const visitor = await comeWith(cato, '/account')
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
  await bo.curia.rest.put('/v1/players/me/webhook', { body: { url: `${receiver.url}/bo` } })
  const other = await comeWith(ada, '/watch', 'phone')
  const visitor = await comeWith(cato, `/console?player=${bo.curia.session.value.player!.id}`, 'phone')
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

  // Bo's webhook does not take the news of the end.
  const overview = () => cato.curia.moderation.overview()
  await expect.poll(async () => (await overview()).webhooks).toMatchObject({ waiting: 1, failing: 1, disabled: 0 })
  await page.click('label:text-is("Server")')
  const house = page.locator('[data-region="server"]')
  await house
    .locator('text=/^Webhook deliveries waiting: 1, of them to webhooks that fail: 1. Disabled webhooks: 0/')
    .waitFor()
  expect((await overview()).nodes).toMatchObject([{ threads: 2, busyThreads: expect.any(Number) as number }])
  await house
    .locator('li')
    .filter({ hasText: /bot threads: 2, of them busy: \d/ })
    .waitFor()

  const [text, until] = [house.getByLabel('Notice to everyone'), house.getByLabel('Until when')]
  const why = house.getByLabel('Reason, for the audit log')
  const announced = async () => (await ada.curia.rest.get('/v1/server')).announced
  /** So many hours from now, as the field has it: by the clock of this machine. */
  const hence = (hours: number): string => {
    const [now, minutes] = [Date.now(), new Date().getTimezoneOffset()]
    return new Date(now + hours * HOUR_MS - minutes * 60_000).toISOString().slice(0, 16)
  }
  await text.fill('The server restarts at 22:00')
  await until.fill(hence(-1))
  await house.locator('[data-use="tell"]').click()
  expect(await until.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
  await until.fill(hence(2))
  const end = await until.evaluate((field: HTMLInputElement) => new Date(field.value).getTime())
  await house.locator('[data-use="tell"]').click()
  await other.page.waitForSelector('.announced:has-text("The server restarts at 22:00")')
  expect(await announced()).toMatchObject({ notice: { text: 'The server restarts at 22:00', until: end } })
  await house.locator('p:has-text("The server restarts at 22:00 →")').waitFor()
  expect([await text.inputValue(), await until.inputValue()]).toEqual(['', ''])
  await why.fill('It restarts')
  await house.locator('[data-use="pause"]').click()
  await other.page.waitForSelector('.announced:has-text("New matches are paused: It restarts")')
  await expect(ada.curia.create({})).rejects.toMatchObject({ code: 'paused' })
  await shoot(visitor, 'console-server-phone')
  await shoot(other, 'announced-phone')
  expect(await faultsOf(page)).toEqual([])
  await why.fill('It is back')
  await house.locator('[data-use="pause"]').click()
  await house.locator('[data-use="withdraw"]').click()
  await other.page.waitForSelector('.announced', { state: 'detached' })
  expect((await cato.curia.moderation.measures({ limit: 1 })).measures).toMatchObject([{ type: 'withdraw' }])
  await ada.curia.create({})
  for (const guest of [ada, bo]) guest.curia.close()
})

it('the console is for moderators alone', async () => {
  const ada = await guestWithSession(server.url, 'Ada')
  const { page } = await comeWith(ada, '/console')
  await page.waitForSelector('text="Only moderators can use the console."')
  expect(await page.locator('[data-region]').count()).toBe(0)
  ada.curia.close()
})
