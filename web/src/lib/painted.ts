/** Resolves when what is on the page now has been painted; at once if the page is not shown. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    // The next task runs after the frame.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
