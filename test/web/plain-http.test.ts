import { beforeAll, describe, expect, it, vi } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import { HttpPlayer } from '../support/http-player.ts'
import type { Visit, Visitor } from './support/browser.ts'
import { enter, show } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

// A server in a network of its own has a name without TLS: there a browser lacks what it offers to secure pages alone.
const HOST = 'club.test'
const site = openSite([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`])
const addressOf = (path: string): string => `${site.server.url.replace('127.0.0.1', HOST)}${path}`

let game: string
beforeAll(async () => {
  const [first, second] = [
    await HttpPlayer.guest(site.server.url, 'Ada'),
    await HttpPlayer.guest(site.server.url, 'Ben'),
  ]
  const { snapshot } = await first.create({ kind: 'base', seat: 0 })
  game = snapshot.match
  await second.join(snapshot.code!)
  await Promise.all([first.playOn(game, pickAny), second.playOn(game, pickAny)])
  await vi.waitUntil(async () => (await fetch(`${site.server.url}/v1/games/${game}`)).ok, { timeout: 60_000 })
})

// A browser notes that this header of the server has a meaning over HTTPS alone.
const { come } = visitorsOfEachTest(
  () => site,
  (problem) => problem.startsWith('The Cross-Origin-Opener-Policy header'),
)

async function comeOverHttp(path: string, how: Visit = {}): Promise<Visitor> {
  const visitor = await come(addressOf(path), 'desktop', 'en-GB', how)
  expect(await visitor.page.evaluate(() => isSecureContext)).toBe(false)
  return visitor
}

/** Pastes what was copied into a field of its own. */
async function paste({ page }: Visitor): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press('Control+V')
  return page.inputValue('#pasted')
}

/** Every button that copies: how it is reached, and what it copies. */
const BUTTONS: Record<string, (visitor: Visitor) => Promise<{ button: string; text: string }>> = {
  'the link of an invitation': async (visitor) => {
    await enter(visitor, 'Cleo')
    await visitor.page.click('[data-use="invite"]')
    const text = await visitor.page.inputValue('input[readonly]')
    expect(text).toContain(`http://${HOST}:`)
    return { button: '[data-use="copy-link"]', text }
  },
  'the link of a position': async (visitor) => {
    await show(visitor, `/games/${game}#v5-0`)
    await visitor.page.waitForFunction(() => location.hash !== '')
    return { button: '[data-use="link"]', text: visitor.page.url() }
  },
  'the token of a bot': async (visitor) => {
    const { page } = visitor
    const name = `Dov ${(numberOfAccounts += 1)}`
    await enter(visitor, name)
    await page.click('a.player')
    await page.fill('input[autocomplete="new-password"]', 'correct horse battery')
    await page.click('form button:has-text("Create account")')
    await page.fill('[data-region="bots"] form input', `Bot of ${name}`)
    await page.click('[data-use="create-bot"]')
    return { button: '[data-use="copy-token"]', text: await page.inputValue('input.token') }
  },
}
let numberOfAccounts = 0

describe.each(Object.keys(BUTTONS))('over plain HTTP %s', (what) => {
  it('is copied with a press, and the button says so and keeps the focus', async () => {
    const visitor = await comeOverHttp('/')
    const { button, text } = await BUTTONS[what]!(visitor)
    await visitor.page.click(button)
    await visitor.page.waitForSelector(`${button}:has-text("Copied"):focus`)
    expect(await paste(visitor)).toBe(text)
  })

  it('is shown, and selected, where the browser refuses to copy', async () => {
    const visitor = await comeOverHttp('/', { prepare: () => void (document.execCommand = () => false) })
    const { page } = visitor
    const { button, text } = await BUTTONS[what]!(visitor)
    await page.click(button)
    await page.waitForSelector('dialog textarea:focus')
    expect(await page.evaluate(() => String(getSelection()))).toBe(text)
    await page.keyboard.press('Escape')
    await page.waitForSelector(`${button}:focus`)
    expect(await page.innerText(button)).not.toContain('Copied')
  })
})

it('a clipboard that refuses is no reason not to copy', async () => {
  const visitor = await come('/', 'desktop', 'en-GB', {
    prepare: () => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('not now', 'NotAllowedError')) },
      })
    },
  })
  await enter(visitor, 'Eli')
  await visitor.page.click('[data-use="invite"]')
  const link = await visitor.page.inputValue('input[readonly]')
  await visitor.page.click('[data-use="copy-link"]')
  await visitor.page.waitForSelector('[data-use="copy-link"]:has-text("Copied")')
  expect(await paste(visitor)).toBe(link)
})

it('over plain HTTP a game is played', async () => {
  const { page } = await comeOverHttp('/')
  await page.click('[data-use="play-now"]')
  await page.waitForSelector('.table[data-state="yours"]')
  const version = await page.getAttribute('.table', 'data-version')
  await page.click('[data-open]')
  await page.click('.uses .use:not([aria-disabled="true"])')
  await page.waitForSelector(`.table:not([data-version="${version}"])`)
})

it('what needs a secure connection says so over plain HTTP', async () => {
  const visitor = await comeOverHttp('/settings')
  const { page } = visitor
  for (const label of ['Notifications', 'Notifications while the page is closed']) {
    const button = page.locator(`[role="switch"]:has(.text > span:first-child:text-is("${label}"))`)
    expect(await button.innerText()).toContain('needs a secure connection (HTTPS)')
    expect(await button.isDisabled()).toBe(true)
  }
  await show(visitor, `/games/${game}/fairness`)
  expect(await page.innerText('[role="alert"]:visible')).toContain('HTTPS')
})

it('what this machine serves is secure, and there notifications can be chosen', async () => {
  const { page } = await come('/settings')
  await page.click('[role="switch"]:has-text("this page is in the background")')
  // A browser without a window refuses.
  await page.waitForSelector('p[role="alert"]:has-text("blocks notifications from this page")')
  expect(await page.getAttribute('[role="switch"]:has-text("this page is in the background")', 'aria-checked')).toBe(
    'false',
  )
})
