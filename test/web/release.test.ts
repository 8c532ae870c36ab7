import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { Front } from './support/front.ts'
import { openSite } from './support/site.ts'

const site = openSite()
let front: Front
let visitor: Visitor
beforeEach(async () => {
  front = await Front.open(site.server.url)
})
afterEach(async () => {
  await visitor?.close()
  await front?.close()
})

/** A service worker retains the files of the version that is open: without it, each is requested when it is needed. */
const WORKER = '/sw.js'

/** Somebody in the lobby whose page finds no file any more that matches. */
async function comeBeforeRelease(gone: RegExp, stillGone: () => boolean = () => true): Promise<Page> {
  front.gone = (path) => path === WORKER
  visitor = await visit(site.browser, front.url)
  await visitor.page.waitForSelector('#player-name')
  front.gone = (path) => path === WORKER || (gone.test(path) && stillGone())
  return visitor.page
}

/** The file that has the settings. */
const SETTINGS = /\/around-/
const loadsOf = (path: string): number => front.requests.filter((request) => request === `GET ${path}`).length
const MISSING = '[role="alert"]:has-text("Part of the page")'

describe('a page whose files are gone after a release', () => {
  it('loads itself again, and shows what was asked for', async () => {
    const page = await comeBeforeRelease(SETTINGS, () => loadsOf('/settings') === 0)
    await page.click('a[href="/settings"]')
    await page.waitForSelector('h1:has-text("Settings")')
    expect(loadsOf('/settings')).toBe(1)
    expect(await page.locator(MISSING).count()).toBe(0)
  })

  it('says so where that does not help, and is loaded again when somebody asks for it', async () => {
    let isGone = true
    const page = await comeBeforeRelease(SETTINGS, () => isGone)
    await page.click('a[href="/settings"]')
    const missing = page.locator(MISSING)
    await missing.waitFor()
    expect(loadsOf('/settings')).toBe(1)
    // Other screens are there.
    await page.goBack()
    await page.waitForSelector('#player-name')
    await page.goForward()
    isGone = false
    await missing.locator('button').click()
    await page.waitForSelector('h1:has-text("Settings")')
    expect(loadsOf('/settings')).toBe(2)
  })

  it('does not load itself again where something is typed', async () => {
    const page = await comeBeforeRelease(/\/(?:names\.)?de-/)
    await page.fill('#player-name', 'Ada')
    await page.selectOption('header select', 'de')
    await page.waitForSelector(MISSING)
    expect(await page.inputValue('#player-name')).toBe('Ada')
    expect(loadsOf('/')).toBe(1)
  })

  it('does not load itself again where the server cannot be reached', async () => {
    const page = await comeBeforeRelease(SETTINGS)
    front.cut()
    await page.click('a[href="/settings"]')
    await page.waitForSelector(MISSING)
    expect(new URL(page.url()).pathname).toBe('/settings')
    expect(loadsOf('/settings')).toBe(0)
  })
})

describe('a document whose files cannot be loaded', () => {
  it('says so, in the languages of the page', async () => {
    front.gone = (path) => path.startsWith('/assets/')
    visitor = await visit(site.browser, front.url)
    await visitor.page.waitForSelector('text=load the page again')
    await visitor.page.waitForSelector('text=lade die Seite neu')
    await visitor.page.waitForSelector('text=ページを再読み込み')
  })

  it('says so where a script is missing and the styles are there', async () => {
    front.gone = (path) => /\/index-.*\.js$/.test(path)
    visitor = await visit(site.browser, front.url)
    await visitor.page.waitForSelector('text=load the page again')
  })

  it('says below a path that the server must be at the root', async () => {
    front.prefix = '/curia'
    visitor = await visit(site.browser, `${front.url}/`)
    await visitor.page.waitForSelector('text=must be at the root of its address')
  })
})
