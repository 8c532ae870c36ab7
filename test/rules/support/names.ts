/**
 * Fields whose values are words of the protocol or points, not names of things: `library` is a card, and a step too.
 */
const NOT_NAMES = new Set(['kind', 'type', 'by', 'step', 'reason', 'back', 'state', 'from', 'scores'])

/** Every word that is a key or a value anywhere in what a viewer is sent. */
export function namesIn(sent: unknown): string[] {
  if (typeof sent === 'string') return [sent]
  if (typeof sent !== 'object' || sent === null) return []
  if (Array.isArray(sent)) return sent.flatMap(namesIn)
  return Object.entries(sent).flatMap(([key, value]) => (NOT_NAMES.has(key) ? [] : [key, ...namesIn(value)]))
}
