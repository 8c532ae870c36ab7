import { expect, it } from 'vitest'
import { playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { visit } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

const site = openSite()

/** Runs in the page: counts what flies, and notes what around it would cut it off. */
const observe = (): void => {
  const flights = { seen: 0, cut: [] as string[] }
  Object.assign(window, { flights })
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const flying = target as HTMLElement
      if (flying.dataset.moving === undefined) continue
      flights.seen += 1
      for (let around = flying.parentElement; around && !around.matches('.table'); around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') flights.cut.push(`${flying.className} in ${around.className}`)
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-moving'] })
}

it('what flies to its place is not cut off by the parts that it leaves and reaches', async () => {
  const ada = await guestWithSession(site.server.url, 'Ada')
  const ben = await clientOf(site.server.url, 'Ben')
  const match = await ada.curia.create({ kind: 'base', clock: 'none' })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const visitor = await visit(site.browser, site.server.url, 'desktop', 'en-GB', { moving: true })
  await ada.lend(visitor)
  await visitor.page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await visitor.page.addInitScript(observe)
  await visitor.page.goto(`${site.server.url}/match/${match.id}`)
  await visitor.page.waitForSelector('.table')
  await Promise.all([playOn(match), playOn(other)])
  // On a loaded machine the page is far behind those who play: the time of the test is its limit.
  await visitor.page.waitForSelector('.table[data-state="ended"]', { timeout: 0 })
  const { seen, cut } = await visitor.page.evaluate(
    () => (window as unknown as { flights: { seen: number; cut: string[] } }).flights,
  )
  expect(seen).toBeGreaterThan(10)
  expect([...new Set(cut)]).toEqual([])
  expect(visitor.problems).toEqual([])
  await visitor.close()
  ada.curia.close()
  ben.close()
})
