import type { HandlersOf } from './handlers.ts'

/** What clients send about their connection. */
export const CONNECTION_HANDLERS: HandlersOf<'connection'> = {
  'connection:ping': async ({ matches }) => ({ answer: { now: matches.now() } }),
}
