/** What waits for a frame waits no longer than this, ms: a page that is hidden meanwhile has no frames. */
const LONGEST_MS = 1_000

/** Resolves when what is on the page now has been painted; at once if the page is not shown. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    // The next task runs after the frame.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
