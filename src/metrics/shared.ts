/** Reads something for all that ask at the same time. */
export function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  return () => (current ??= read().finally(() => (current = null)))
}
