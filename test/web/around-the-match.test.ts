import { describe, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { BotsAnswer, PlayerRef } from '../../src/protocol/index.ts'
import { seededRandom } from '../support/random.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { playRandomly } from './support/play.ts'
import { seatTwoAt } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { visitors, come, comeAs } = visitorsOfEachTest(() => site)

const PASSWORD = 'correct horse battery'

/** Resolves on the screen of the account that the player has claimed. */
async function comeWithAccount(name: string): Promise<Visitor> {
  const visitor = await comeAs(name)
  const { page } = visitor
  await page.click('a.player')
  await page.fill('input[autocomplete="new-password"]', PASSWORD)
  await page.click('form button:has-text("Create account")')
  await page.waitForSelector('text=Your account is ready.')
  return visitor
}

/** Runs in the page: a push service that can be reached, and somebody who allows notifications. */
function offerPush(): void {
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  }
  const endpoint = 'https://push.example.org/send/dGhpcyBpcyBhIGRldmljZQ'
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
  const pushManager = { subscribe: async () => subscription, getSubscription: async () => subscription }
  const registration = { pushManager }
  Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      register: async () => registration,
    },
  })
}

describe('players find each other', () => {
  it('or a bot, which sits opposite after one click', async () => {
    const ola = await comeAs('Ola')
    await ola.page.click('label[title="Casual"]')
    await ola.page.click('[data-use="play-bot"]')
    await ola.page.waitForSelector('.city h2:has([aria-label="bot"])')
    await playRandomly([ola], seededRandom(24), 4)
    await ola.page.waitForSelector('.table[data-state="yours"]')
    await ola.page.click('[data-use="hint"]')
    await ola.page.waitForSelector('.dock p:has-text("Hint: "):has-text("to win")')
    await ola.page.waitForSelector('[data-advice="1"]')
    // The strength is chosen once.
    await ola.page.goto(site.server.url)
    await ola.page.waitForSelector('label:has(input:checked):has-text("Casual")')
  })

  it('whose profile leads to another game, and offers nothing that a bot of the server refuses', async () => {
    const pia = await comeWithAccount('Pia')
    await pia.page.click('header a.brand')
    await pia.page.click('label[title="Club"]')
    await pia.page.click('[data-use="play-bot"]')
    await playRandomly([pia], seededRandom(25), 10)
    await pia.page.click('[aria-label="Draw, time, resign, call off"]')
    await pia.page.click('[data-use="ask-resign"]')
    expect(await pia.page.locator('.dock h2').innerText()).toBe('Resign')
    await pia.page.click('[data-use="resign"]')
    await pia.page.waitForSelector('.result')
    const { bots } = (await (await fetch(`${site.server.url}/v1/bots`)).json()) as BotsAnswer
    const profile = `/players/${bots.find(({ level }) => level === 'club')!.player.id}`
    await expect.poll(async () => (await fetch(`${site.server.url}/v1${profile}`)).status).toBe(200)
    await pia.page.goto(`${site.server.url}${profile}`)
    await pia.page.waitForSelector('[data-use="play-bot"]:has-text("Club")')
    expect(await pia.page.locator('[data-use="challenge"], [data-use="block"], [data-use="report"]').count()).toBe(0)
    await pia.page.click('[data-use="play-bot"]')
    await pia.page.waitForSelector('label:has(input:checked):has-text("Club")')
  })

  it('in rated games only with an account, which guests are led to, and in which nobody chooses who begins', async () => {
    const host = await comeWithAccount('Rhea')
    await host.page.click('header a.brand')
    await host.page.click('[role="switch"]:has-text("Rated")')
    await host.page.click('summary:has-text("More")')
    await host.page.waitForSelector('text=whoever has gone first less often lately goes first')
    expect(await host.page.locator('legend:has-text("Who goes first")').count()).toBe(0)
    await host.page.click('[data-use="open-table"]')
    const code = (await host.page.locator('.invitation .code').innerText()).trim()

    const gus = await comeAs('Gus')
    const rated = gus.page.locator('[role="switch"]:has-text("Create an account to play rated games.")')
    expect(await rated.isDisabled()).toBe(true)
    const table = gus.page.locator('.table:has-text("Rhea")')
    await table.locator('a[href="/account"]').waitFor()
    expect(await table.locator('button').count()).toBe(0)
    // What guests may do works as ever.
    await gus.page.click('[data-use="find"]')
    await gus.page.waitForSelector('.searching:has-text("casual")')
    await gus.page.click('[data-use="leave-queue"]')
    await gus.page.goto(`${site.server.url}/join/${code}`)
    await gus.page.click('[data-use="join"]')
    await gus.page.waitForSelector('[role="alert"]:has-text("This is a rated game")')

    await gus.page.click('main a[href="/account"]')
    await gus.page.fill('input[autocomplete="new-password"]', PASSWORD)
    await gus.page.click('form button:has-text("Create account")')
    await gus.page.waitForSelector('text=Your account is ready.')
    await gus.page.click('header a.brand')
    await gus.page.locator('.table:has-text("Rhea") button').click()
    await Promise.all([host, gus].map(({ page }) => page.waitForSelector('.city')))
  })

  it('in the queue', async () => {
    const [ada, ben] = [await comeAs('Ada'), await comeAs('Ben')]
    // A bot may come instead; it is taken back before it does.
    const bot = ada.page.locator('[role="switch"]:has-text("Play a bot if nobody comes (Novice)")')
    await bot.click()
    await ada.page.click('[data-use="find"]')
    await ada.page.waitForSelector('.searching:has-text("play a bot: Novice")')
    await ada.page.click('[data-use="leave-queue"]')
    await bot.click()
    await ada.page.click('[data-use="find"]')
    await ada.page.waitForSelector('.searching:not(:has-text("play a bot"))')
    await ben.page.click('[data-use="find"]')
    await Promise.all([ada, ben].map(({ page }) => page.waitForSelector('.table')))
    expect(new URL(ada.page.url()).pathname).toBe(new URL(ben.page.url()).pathname)
  })

  it('at an open table, which is closed when its host cancels it', async () => {
    const [cleo, dov] = [await comeAs('Cleo'), await comeAs('Dov')]
    await cleo.page.click('label:has-text("no clock")')
    await cleo.page.click('[data-use="open-table"]')
    await cleo.page.waitForSelector('.code')
    await dov.page.waitForSelector('li.table')
    await cleo.page.click('[data-use="abort"]')
    await dov.page.waitForSelector('li.table', { state: 'detached' })
    await cleo.page.click('header a[href="/"]')
    await cleo.page.click('[data-use="open-table"]')
    await dov.page.click('li.table button')
    await Promise.all([cleo, dov].map(({ page }) => page.waitForSelector('.table')))
  })

  it('by a link that works once', async () => {
    const eri = await comeAs('Eri')
    await eri.page.click('[data-use="invite"]')
    const { pathname } = new URL(await eri.page.inputValue('input[readonly]'))
    const [finn, hal] = [await come(pathname), await come(pathname)]
    await finn.page.fill('#player-name', 'Finn')
    await finn.page.click('form .button.main')
    await finn.page.waitForSelector('.table')
    await hal.page.fill('#player-name', 'Hal')
    await hal.page.click('form .button.main')
    await hal.page.waitForSelector('[role="alert"]:has-text("No game is waiting")')
  })
})

describe('at a table', () => {
  /** Ada at a desktop, and Ben at a phone, in a match that has come to a version. */
  async function seatAt(version: number, seed = 21): Promise<[Visitor, Visitor]> {
    const sizes = ['desktop', 'phone'] as const
    const both = await seatTwoAt(site.browser, site.server.url, 'base', { version, random: seededRandom(seed), sizes })
    visitors.push(...both)
    return both
  }

  it('the two talk, and one can mute the other', async () => {
    const [ada, ben] = await seatAt(1)
    await ada.page.click('[role="tab"]:has-text("Chat")')
    await ada.page.fill('.chat input', 'Hello, <b>Ben</b>')
    await ada.page.keyboard.press('Enter')
    await ben.page.click('nav.tabs button:last-child')
    await ben.page.click('[role="tab"]:has-text("Chat")')
    await ben.page.waitForSelector('.chat li:has-text("Hello, <b>Ben</b>")')
    await ben.page.click('.chat [aria-label="Report this message"]')
    await ben.page.selectOption('dialog select', 'spam')
    await ben.page.fill('dialog textarea', 'Too friendly')
    await ben.page.click('[data-use="send-report"]')
    await ben.page.waitForSelector('text=Moderators will look at it.')
    await ben.page.click('dialog form button:has-text("Close")')
    await ben.page.click('.phrases button:has-text("Good luck")')
    await ada.page.waitForSelector('.chat li:has-text("Good luck")')
    await ada.page.click('.phrases button:has-text("Mute")')
    await ada.page.waitForSelector('text=see what Ben writes')
    await ben.page.click('.phrases button:has-text("Well played")')
    await ben.page.waitForSelector('.chat li:has-text("Well played")')
    await ada.page.click('.phrases button:has-text("Unmute")')
    expect(await ada.page.locator('.chat li').allInnerTexts()).not.toContain('Ben Well played')
  })

  it('a match that has hardly begun can be aborted', async () => {
    const [ada, ben] = await seatAt(1)
    await ada.page.click('[aria-label="Draw, time, resign, call off"]')
    await ada.page.click('[data-use="ask-abort"]')
    await ada.page.click('[data-use="abort"]')
    await Promise.all([ada, ben].map(({ page }) => page.waitForSelector('.result h1:has-text("called off")')))
  })

  it('a draw is offered and declined, then one resigns; both want a rematch and are taken there', async () => {
    const [ada, ben] = await seatAt(14)
    await ada.page.click('[aria-label="Draw, time, resign, call off"]')
    await ada.page.click('[data-use="ask-draw"]')
    await ada.page.click('[data-use="offer-draw"]')
    await ada.page.waitForSelector('.dock .offer:has-text("You offered a draw.")')
    await ben.page.click('[data-use="decline-draw"]')
    await ada.page.waitForSelector('.log li:has-text("declined the draw")')
    await ada.page.click('[aria-label="Draw, time, resign, call off"]')
    await ada.page.click('[data-use="give-time"]:has-text("Give Ben 1:00 more")')
    await ada.page.waitForSelector('.log li:has-text("60 seconds more")')
    await ben.page.click('[aria-label="Draw, time, resign, call off"]')
    await ben.page.click('[data-use="ask-resign"]')
    await ben.page.click('[data-use="resign"]')
    await ada.page.waitForSelector('.result h1:has-text("You win")')
    await ben.page.waitForSelector('.result h1:has-text("Ada wins")')
    await shoot(ben, 'resigned-phone')
    await ben.page.click('[data-use="rematch"]')
    await ada.page.waitForSelector('.wanted:has-text("Ben wants a rematch")')
    const before = ada.page.url()
    await ada.page.click('[data-use="rematch"]')
    await Promise.all([ada, ben].map(({ page }) => page.waitForURL((url) => url.href !== before)))
    await Promise.all(
      [ada, ben].map(({ page }) => page.waitForSelector('.table[data-state="yours"], .table[data-state="theirs"]')),
    )
    expect(ada.page.url()).toBe(ben.page.url())
  })

  it('someone looks on without a name, sees each move, may turn the table and is counted', async () => {
    const [ada, ben] = await seatAt(15, 22)
    const match = new URL(ada.page.url()).pathname
    const hana = await come(match)
    await hana.page.waitForSelector('.table')
    await ada.page.waitForSelector('[aria-label="one spectator"]')
    await playRandomly([ada, ben], seededRandom(22), 18)
    const version = await ada.page.getAttribute('.table', 'data-version')
    await hana.page.waitForSelector(`.table[data-version="${version}"]`)
    expect(await hana.page.locator('[data-open]').count()).toBe(0)
    const below = await hana.page.locator('[data-region="below"] h2').innerText()
    await hana.page.keyboard.press('f')
    await hana.page.waitForFunction(
      (name) => document.querySelector('[data-region="below"] h2')?.textContent !== name,
      below,
    )
    await shoot(hana, 'spectator')
  })

  it('both players see what each city buys at', async () => {
    const both = await seatAt(12, 29)
    for (const { page } of both) {
      await page.waitForSelector('.economy li[aria-label*="buys at"]')
      expect(await page.locator('.economy li[aria-label*="buys at"]').count()).toBe(10)
    }
    await shoot(both[0], 'explained')
    await shoot(both[1], 'explained-phone')
  })

  it('an earlier position can be looked at while the match goes on', async () => {
    const [ada] = await seatAt(16, 23)
    const now = Number(await ada.page.getAttribute('.table', 'data-version'))
    await ada.page.keyboard.press(',')
    await ada.page.waitForSelector(`.dock.history h2:has-text("position ${now - 1} of ${now}")`)
    expect(await ada.page.locator('[data-open]').count()).toBe(0)
    await ada.page.keyboard.press('Escape')
    await ada.page.waitForSelector('.dock.history', { state: 'detached' })
  })
})

describe('an account', () => {
  it('is claimed by a guest, logged out of, and logged in to again', async () => {
    const ivo = await comeWithAccount('Ivo')
    await ivo.page.click('[data-use="log-out"]')
    await ivo.page.waitForSelector('h2:has-text("Or play as a guest")')
    await ivo.page.fill('input[autocomplete="username"]', 'ivo')
    await ivo.page.fill('input[autocomplete="current-password"]', PASSWORD)
    await ivo.page.click('form button:has-text("Log in")')
    await ivo.page.waitForSelector('h2:has-text("Where you")')
    expect(await ivo.page.locator('a.player').innerText()).toBe('Ivo')
    await shoot(ivo, 'account')
  })

  it('is asked for in forms of their own: what is typed into one is in no other', async () => {
    const { page } = await comeAs('Ava')
    await page.click('a.player')
    await page.fill('form:has-text("Create account") input[autocomplete="username"]', 'Ava Maria')
    await page.fill('input[autocomplete="new-password"]', PASSWORD)
    const logIn = page.locator('form:has(h2:text-is("Log in")) input')
    expect(await logIn.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
      '',
      '',
    ])
  })

  it('has bots, each with a token that is shown once, and whose mark is seen where they challenge', async () => {
    const ona = await comeWithAccount('Ona')
    const section = ona.page.locator('[data-region="bots"]')
    await section.locator('form input').fill('Deep Ona')
    await section.locator('[data-use="create-bot"]').click()
    const token = await section.locator('input[readonly]').inputValue()
    await section.locator('li:has-text("Deep Ona"):has([aria-label="bot"]):has-text("valid until")').waitFor()
    expect(await faultsOf(ona.page, ['[data-region="bots"]'])).toEqual([])
    await shoot(ona, 'bots')

    const bot = new Curia({ url: site.server.url })
    const { id } = await bot.resume({ token })
    await bot.challenges.send({ to: { name: 'Ona' }, kind: 'base', clock: 'standard', rated: false })
    await ona.page.click('header a.brand')
    await ona.page.waitForSelector('li.received:has-text("Deep Ona challenges you"):has([aria-label="bot"])')

    const owner = new Curia({ url: site.server.url })
    await owner.logIn({ name: 'Ona', password: PASSWORD })
    await owner.block(id)
    await ona.page.click('a.player')
    await ona.page.waitForSelector('[data-region="blocks"] li:has-text("Deep Ona"):has([aria-label="bot"])')
    await section.locator('[data-use="new-token"]').click()
    await section.locator('[data-use="sure"]:has-text("New token")').click()
    await expect
      .poll(() =>
        section
          .locator('input[readonly]')
          .inputValue()
          .catch(() => token),
      )
      .not.toBe(token)
    await section.locator('[data-use="revoke"]').click()
    await section.locator('[data-use="sure"]').click()
    await section.locator('li:has-text("No valid token")').waitFor()
    expect(await section.locator('input[readonly]').count()).toBe(0)
    await section.locator('[data-use="delete-bot"]').click()
    await section.locator('[role="alert"]:has-text("Delete Deep Ona?")').waitFor()
    expect(await faultsOf(ona.page, ['[data-region="bots"]'])).toEqual([])
    await section.locator('[data-use="sure"]').click()
    await section.locator('text=You have no bots yet.').waitFor()
    for (const curia of [bot, owner]) curia.close()
  })

  it('is notified on a device while the page is closed, until that is switched off', async () => {
    const mia = await comeWithAccount('Mia')
    await mia.page.addInitScript(offerPush)
    await mia.page.goto(`${site.server.url}/settings`)
    const push = mia.page.locator('[role="switch"]:has-text("while the page is closed")')
    await push.click()
    await mia.page.waitForSelector('[role="switch"][aria-checked="true"]:has-text("while the page is closed")')
    await mia.page.goto(`${site.server.url}/account`)
    await mia.page.waitForSelector('section:has(h2:has-text("Devices that get notifications")) li')
    await mia.page.goto(`${site.server.url}/settings`)
    await push.click()
    await mia.page.waitForSelector('[role="switch"][aria-checked="false"]:has-text("while the page is closed")')
    await expect
      .poll(async () => {
        await mia.page.goto(`${site.server.url}/account`)
        await mia.page.waitForSelector('h2:has-text("Where you")')
        return mia.page.locator('h2:has-text("Devices that get notifications")').count()
      })
      .toBe(0)
  })

  it('is challenged by name; the match is in the lists; and the other player can be blocked', async () => {
    const [kim, jan] = [await comeWithAccount('Kim'), await comeAs('Jan')]

    const challenge = async (): Promise<void> => {
      await jan.page.fill('label:has-text("Their account name") input', 'kim')
      await jan.page.click('[data-use="send-challenge"]')
      await jan.page.waitForSelector('text=You challenge Kim')
    }
    await jan.page.click('summary:has-text("Challenge")')
    await challenge()
    await kim.page.click('header a:has-text("Play"):has([aria-label="1 waiting for you"])')
    await shoot(kim, 'challenged')
    await kim.page.click('[data-use="decline-challenge"]')
    await jan.page.waitForSelector('text=You challenge Kim', { state: 'detached' })
    await challenge()
    await jan.page.click('[data-use="withdraw-challenge"]')
    await kim.page.waitForSelector('[data-use="accept-challenge"]', { state: 'detached' })
    await challenge()
    await kim.page.click('[data-use="accept-challenge"]')
    await Promise.all([kim, jan].map(({ page }) => page.waitForSelector('.table')))
    const match = new URL(jan.page.url()).pathname
    expect(new URL(kim.page.url()).pathname).toBe(match)

    const lea = await come('/watch')
    await lea.page.waitForSelector(`a[href="${match}"]:has-text("Kim"):has-text("Jan")`)
    await shoot(lea, 'watch')
    await jan.page.click('header a.brand')
    await jan.page.click(`a[href="${match}"]:has-text("Kim"):has-text("turn")`)
    await jan.page.click('[aria-label="Draw, time, resign, call off"]')
    await jan.page.click('[data-use="ask-resign"]')
    await jan.page.click('[data-use="resign"]')
    await kim.page.waitForSelector('.result h1:has-text("You win")')

    // The profile is there once the game is in the history.
    const game = `${site.server.url}/v1/games/${match.split('/').at(-1)}`
    await expect.poll(async () => (await fetch(game)).status).toBe(200)
    const { players } = (await (await fetch(game)).json()) as { players: Record<0 | 1, PlayerRef> }
    const other = [players[0], players[1]].find(({ name }) => name === 'Jan')!
    // Whatever the profile shows later, the buttons stay where they are: nobody blocks who meant to report.
    let answer = (): void => undefined
    const late = new Promise<void>((resolve) => (answer = resolve))
    const isLate = /\/(blocks|opponents)\b/
    await kim.page.route(isLate, (route) => late.then(() => route.continue()))
    await kim.page.goto(`${site.server.url}/players/${other.id}`)
    const report = kim.page.locator('[data-use="report"]')
    const before = await report.boundingBox()
    answer()
    await kim.page.waitForSelector('[data-use="block"]')
    await kim.page.waitForLoadState('networkidle')
    await kim.page.waitForSelector('text=Your games against them')
    expect(await report.boundingBox()).toEqual(before)
    await kim.page.unroute(isLate)
    await report.click()
    await kim.page.click('[data-use="send-report"]')
    await kim.page.click('dialog form button:has-text("Close")')
    await kim.page.click('[data-use="block"]:has-text("Block")')
    await kim.page.waitForSelector('[data-use="block"]:has-text("Unblock")')
    await jan.page.goto(site.server.url)
    await jan.page.click('summary:has-text("Challenge")')
    await jan.page.fill('label:has-text("Their account name") input', 'kim')
    await jan.page.click('[data-use="send-challenge"]')
    await jan.page.waitForSelector('form ~ [role="alert"]')
    await kim.page.goto(`${site.server.url}/account`)
    await kim.page.click('li:has-text("a guest") [data-use="unblock"]')
    await kim.page.waitForSelector('text=blocked anyone')
  })
})
