import type { Page } from 'playwright-core'
import { atRest } from './at-rest.ts'

/** Windows of every shape in which the page is judged, CSS pixels. */
export const WINDOWS = [
  [360, 640],
  [390, 844],
  [640, 360],
  [844, 390],
  [820, 1180],
  [1366, 768],
  [1920, 1080],
] as const

/** Shows a page in windows of all these sizes. Resolves with those in which it is wider than the window, and by how much. */
export async function tooWide(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await atRest(page)
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    if (over > 0) faults.push(`${width} x ${height}: ${over} px`)
  }
  return faults
}
