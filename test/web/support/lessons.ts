import type { Lesson } from '../../../scripts/lessons/games.ts'
import type { Visitor } from './browser.ts'
import { go } from './browser.ts'

/** The height of the task above the table of a lesson, CSS pixels: a screen that is higher by it gives the table its size. */
export const TASK_STRIP = 52

/** Puts positions in the place of the lessons of the introduction, so that a page shows them without a match. */
export async function showAsLessons({ page }: Visitor, lessons: readonly Lesson[]): Promise<void> {
  await page.route(/\/lessons[^/]*\.json/, (route) => route.fulfill({ json: lessons }))
  await page.evaluate(retain, lessons)
}

/** Runs in the page: the service worker answers with the file that it has retained, which is this one from now on. */
async function retain(lessons: readonly unknown[]): Promise<void> {
  await navigator.serviceWorker.ready
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const [file] = (await cache.keys()).filter(({ url }) => url.includes('/lessons'))
    if (file) await cache.put(file, Response.json(lessons))
  }
}

/** Opens one of these lessons, and its table, without loading the page again. */
export async function openLesson(visitor: Visitor, index: number, { version }: Lesson): Promise<void> {
  const { page } = visitor
  // Before the lessons the introduction says how one wins.
  await go(visitor, `/learn/${index + 2}`)
  await page.waitForSelector(`.table[data-version="${version}"]`)
  // Not with the mouse: the discard pile may have opened over it.
  await page.locator('[data-use="try"]').dispatchEvent('click')
  await page.waitForSelector('[data-use="try"]', { state: 'detached' })
}
