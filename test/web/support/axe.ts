import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Theme } from './browser.ts'
import { useTheme } from './browser.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
}

/** The rules that look at colours: all others find the same by day. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with a page or the parts of it that selectors name, in dark and light: each broken rule, and the
 * first element that breaks it.
 */
export async function faultsOf(page: Page, parts: readonly string[] = ['html']): Promise<string[]> {
  const light = await run(page, 'light', parts, { runOnly: OF_COLOURS })
  // The one that pages have unless a player chooses the other.
  const dark = await run(page, 'dark', parts, {})
  return [...dark, ...light]
}

async function run(page: Page, theme: Theme, parts: readonly string[], options: RunOptions): Promise<string[]> {
  // Colours on their way from one to another have no contrast to be measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForSelector('html[data-motion="off"]')
  await useTheme(page, theme)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // Without this, axe describes each element that passes, too.
  const { violations } = await page.evaluate(
    ([selectors, chosen]) => {
      const there = selectors.filter((selector) => document.querySelector(selector))
      return (window as unknown as { axe: Axe }).axe.run(
        { include: there.map((selector) => [selector]) },
        { ...chosen, resultTypes: ['violations'] },
      )
    },
    [parts, options] as const,
  )
  return violations.map(
    ({ id, nodes: [node] }) => `${theme}, ${id}: ${node!.failureSummary} ${node!.html.slice(0, 200)}`,
  )
}
