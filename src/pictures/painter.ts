import { fileURLToPath } from 'node:url'
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'
import { Places } from '../limits/index.ts'

/** Philosopher Bold, under the SIL Open Font License: the letters of Western Europe. The same from `src` and from `dist`. */
const FONT = fileURLToPath(new URL('../../assets/philosopher-bold.ttf', import.meta.url))
/** How many pictures are kept, of 80 to 170 KB each. */
const MOST_KEPT = 100
/** How many pictures are painted at once: each takes a thread of the process for about 90 ms. How many wait. */
const AT_ONCE = 1
const MOST_WAITING = { perOwner: 4, inAll: 50 }

/** Turns pictures into PNG, and keeps those that were wanted last. */
export class Painter {
  readonly #places = new Places(
    Array.from({ length: AT_ONCE }, (_, place) => place),
    MOST_WAITING,
  )
  readonly #painted = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT })

  /**
   * @param key the same for pictures that are the same.
   * @param owner who wants it: owners take turns.
   * @throws CodedError `busy` if too many wait.
   */
  paint(key: string, owner: string, svg: string): Promise<Buffer> {
    const known = this.#painted.get(key)
    if (known) return known
    const painting = this.#places.run({ owner }, async () => {
      const font = { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'Philosopher' }
      return (await renderAsync(svg, { font })).asPng()
    })
    this.#painted.set(key, painting)
    painting.catch(() => this.#painted.delete(key))
    return painting
  }
}
