import { beforeEach, expect, it } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import type { Size, Visitor } from './support/browser.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { comeWith } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()
let ada: Guest
/** The match as Ada and Ben see it with other devices than the page. */
let own: LiveMatch
let others: LiveMatch

beforeEach(async () => {
  ada = await guestWithSession(site.server.url, 'Ada')
  keep(ada.curia)
  const ben = keep(await clientOf(site.server.url, 'Ben'))
  own = await ada.curia.create({ kind: 'base', visibility: 'public' })
  others = await ben.join({ code: own.value.snapshot.code! })
})

/** The page as a guest sees it, at the match. */
async function comeToTable(guest: Guest, size?: Size): Promise<Visitor> {
  const visitor = await comeWith(guest, `/match/${own.id}`, size)
  await visitor.page.waitForSelector('.table')
  return visitor
}

const CHAT = '[role="tab"]:has-text("Chat")'
/** Waits until the tab of the chat has a number, or none. */
const unreadIs = ({ page }: Visitor, count: number): Promise<unknown> =>
  page.waitForSelector(count === 0 ? `${CHAT}:not(:has(.number))` : `${CHAT} .number:text-is("· ${count}")`)

it('the lines of the opponent are unread until they are seen, from the first one on, also after a reload', async () => {
  const visitor = await comeToTable(ada)
  const { page } = visitor
  await others.say('Hello')
  await unreadIs(visitor, 1)
  expect(await page.locator(CHAT).innerText()).toContain('one new message')
  await others.say('Are you there?')
  await unreadIs(visitor, 2)
  await page.click(CHAT)
  await page.waitForSelector('.chat li:has-text("Are you there?")')
  await unreadIs(visitor, 0)
  await page.click('[role="tab"]:has-text("Log")')
  await others.say('Good luck')
  await unreadIs(visitor, 1)
  await page.reload()
  await unreadIs(visitor, 1)
})

it('a line that was written while the page was closed is unread', async () => {
  await others.say('Before you came')
  const visitor = await comeToTable(ada)
  await unreadIs(visitor, 1)
  await visitor.page.click(CHAT)
  await unreadIs(visitor, 0)
  await visitor.page.goto('about:blank')
  await others.say('While you were away')
  await visitor.page.goBack()
  await unreadIs(visitor, 1)
})

it('own lines are never unread, and those before them, on whichever device they were written, have been seen', async () => {
  const visitor = await comeToTable(ada)
  await others.say('Hello')
  await unreadIs(visitor, 1)
  await own.say('Hello Ben')
  await unreadIs(visitor, 0)
  await own.say('Good luck')
  await others.say('Thank you')
  await unreadIs(visitor, 1)
})

it('what was said before a spectator came is no news to them, and the first line afterwards is', async () => {
  const [cleo, dov] = [await guestWithSession(site.server.url, 'Cleo'), await clientOf(site.server.url, 'Dov')]
  keep(cleo.curia)
  const watched = await keep(dov).watch(own.id)
  await watched.say('An opening like last week')
  const visitor = await comeToTable(cleo)
  const read = new Promise<void>((resolve) => {
    // Not what the page before may still receive.
    visitor.page.once('framenavigated', () => {
      visitor.page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (payload.includes('last week')) resolve()
        })
      })
    })
  })
  await visitor.page.reload()
  await read
  // It has been received; the table knows it as soon as its tabs are there.
  await unreadIs(visitor, 0)
  await watched.say('And now?')
  await unreadIs(visitor, 1)
})

it('a phone says on its tab that there is something new', async () => {
  const visitor = await comeToTable(ada, 'phone')
  await others.say('Hello')
  await visitor.page.waitForSelector('nav.tabs button:has-text("Log") [aria-label="one new message"]')
})
