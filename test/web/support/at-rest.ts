import type { Page } from 'playwright-core'

/**
 * Resolves when nothing on a page has moved for three frames: what is drawn later, because of what was drawn, is there,
 * too. On a loaded machine a layout needs more than one frame to settle.
 */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const NEEDED = 3
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    const boxes = (): string =>
      [...document.querySelectorAll('#app *')]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return `${x} ${y} ${width} ${height}`
        })
        .join('\n')
    let last = ''
    for (let alike = 0; alike < NEEDED;) {
      await frame()
      const now = boxes()
      alike = now === last ? alike + 1 : 1
      last = now
    }
  })
