import { part } from '../lib/part.svelte.ts'

/** Everything that a table needs; the lobby can be shown and used before it has come. */
export const loadMatchScreen = part(() => import('./MatchScreen.svelte'))
