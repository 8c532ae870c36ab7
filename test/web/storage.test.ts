import { describe, it } from 'vitest'
import { enter } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

/** What runs in the page before its scripts. */
const BROWSERS: Record<string, () => void> = {
  'whose settings forbid to store anything': () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator, 'locks', { value: { request: async () => refuse() } })
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse })
  },
  'which has no room left': () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    IDBFactory.prototype.open = refuse
    CacheStorage.prototype.open = async () => refuse()
  },
  'which refuses whatever is asked of its storage': () => {
    const refuse = (): never => {
      throw new DOMException('broken', 'InvalidStateError')
    }
    for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'] as const) Storage.prototype[name] = refuse
  },
  'which has stored what this version of the page does not know': () => {
    const preferences = { language: 'tlh', theme: 7, animation: null, volume: 'loud', botLevel: 'divine', more: {} }
    localStorage.setItem('curia.preferences', JSON.stringify(preferences))
    localStorage.setItem('curia.seed-hashes', '{"a":1}')
    localStorage.setItem('curia.push', '[')
    localStorage.setItem(`curia:${location.origin}`, '"nobody"')
  },
  'which has stored nothing but null': () => {
    for (const name of ['curia.preferences', 'curia.seed-hashes', 'curia.push', `curia:${location.origin}`])
      localStorage.setItem(name, 'null')
  },
}

const site = openSite()
const { come } = visitorsOfEachTest(() => site)

describe.each(Object.keys(BROWSERS))('in a browser %s', (name) => {
  it('the page shows, changes a setting, and plays', async () => {
    const visitor = await come('/settings', 'desktop', 'en-GB', { prepare: BROWSERS[name]! })
    const { page } = visitor
    await page.click('label:text-is("Light")')
    await page.waitForSelector('html[data-theme="light"]')
    await page.locator('fieldset label:text-is("Deutsch")').click()
    await page.waitForSelector('html[lang="de"]')

    await page.click('header a.brand')
    await enter(visitor, 'Ada')
    await page.click('[data-use="invite"]')
    await page.waitForSelector('.code')
    await page.click('[data-use="abort"]')
    await page.click('header a.brand')
    await page.click('[data-use="play-bot"]')
    await page.waitForSelector('.table[data-version]')
    // What was chosen lasts as long as the page.
    await page.waitForSelector('html[data-theme="light"][lang="de"]')
  })
})

it('the page is dark where the device asks for light colours, and the settings offer them', async () => {
  const { page } = await come('/settings')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await page.waitForSelector('html[data-theme="dark"]')
  const hint = page.locator('text=Your device uses light colours')
  await hint.waitFor()
  await page.click('label:text-is("Light")')
  await page.waitForSelector('html[data-theme="light"]')
  await hint.waitFor({ state: 'detached' })
  await page.reload()
  await page.waitForSelector('html[data-theme="light"]')
})
