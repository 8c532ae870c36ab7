import { expect, it } from 'vitest'
import type { Size } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { openSite } from './support/site.ts'

const site = openSite()

/** Runs in the page: every rule for what the mouse is over, in all style sheets, and whether it can apply here. */
function hoverRules(): { selector: string; applies: boolean }[] {
  const inside = (rules: CSSRuleList, applies: boolean): { selector: string; applies: boolean }[] =>
    [...rules].flatMap((rule) => {
      const here = applies && (!(rule instanceof CSSMediaRule) || matchMedia(rule.media.mediaText).matches)
      const own =
        rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')
          ? [{ selector: rule.selectorText, applies: here }]
          : []
      return [...own, ...('cssRules' in rule ? inside(rule.cssRules as CSSRuleList, here) : [])]
    })
  return [...document.styleSheets].flatMap((sheet) => inside(sheet.cssRules, true))
}

it.each(['desktop', 'phone', 'landscape'] as const)(
  'what a finger has touched does not look as if a mouse were over it: no such rule applies without a mouse (%s)',
  async (size: Size) => {
    const visitor = await visit(site.browser, site.server.url, size)
    const { page } = visitor
    const rules = await page.evaluate(hoverRules)
    expect(rules.length).toBeGreaterThan(10)
    const hasMouse = await page.evaluate(() => matchMedia('(hover: hover)').matches)
    expect(hasMouse).toBe(size === 'desktop')
    expect(rules.filter(({ applies }) => applies !== hasMouse)).toEqual([])
    expect(visitor.problems).toEqual([])
    await visitor.close()
  },
)

it('a button that a finger has pressed looks as before', async () => {
  const visitor = await visit(site.browser, `${site.server.url}/nothing`, 'phone')
  const button = visitor.page.locator('main .button').first()
  const colour = (): Promise<string> => button.evaluate((element) => getComputedStyle(element).borderTopColor)
  const before = await colour()
  // It leads nowhere here, so that it is still there.
  await button.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault(), true))
  await button.tap()
  expect(await button.evaluate((element) => element.matches(':hover'))).toBe(true)
  expect(await colour()).toBe(before)
  await visitor.close()
})
