import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
}

/** The rules that look at colours: all others find the same in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with a page or the parts of it that selectors name, in light and dark: each broken rule, and the
 * first element that breaks it.
 */
export async function faultsOf(page: Page, parts: readonly string[] = ['html']): Promise<string[]> {
  const light = await run(page, 'light', parts, {})
  const dark = await run(page, 'dark', parts, { runOnly: OF_COLOURS })
  return [...light, ...dark]
}

async function run(
  page: Page,
  theme: 'light' | 'dark',
  parts: readonly string[],
  options: RunOptions,
): Promise<string[]> {
  // Colours on their way from one to another have no contrast to be measured.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
  await page.waitForSelector(`html[data-theme="${theme}"][data-motion="off"]`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ([selectors, chosen]) => {
      const there = selectors.filter((selector) => document.querySelector(selector))
      return (window as unknown as { axe: Axe }).axe.run({ include: there.map((selector) => [selector]) }, chosen)
    },
    [parts, options] as const,
  )
  return violations.map(
    ({ id, nodes: [node] }) => `${theme}, ${id}: ${node!.failureSummary} ${node!.html.slice(0, 200)}`,
  )
}
