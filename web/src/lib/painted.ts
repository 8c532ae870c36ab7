/** What waits for a frame waits no longer than this, ms: a page that is hidden meanwhile has no frames. */
const LONGEST_MS = 1_000

/** The next frame, while somebody waits for it. */
let next: Promise<void> | null = null

/** Resolves when what is on the page now has been painted; at once if the page is not shown. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  next ??= new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(latest)
      resolve()
    }
    const latest = setTimeout(() => {
      next = null
      resolve()
    }, LONGEST_MS)
    requestAnimationFrame(() => {
      next = null
      // The next task runs after the frame.
      setTimeout(done)
    })
  })
  return next
}
