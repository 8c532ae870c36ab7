import type { Part } from '../lib/part.svelte.ts'
import { part } from '../lib/part.svelte.ts'

const around = part(() => import('./around.ts'))
const withTable = part(() => import('./with-table.ts'))

const oneOf =
  <Screens, Name extends keyof Screens>(load: Part<Screens>, name: Name): Part<{ default: Screens[Name] }> =>
  async (options) => ({ default: (await load(options))[name] })

/** The screens that a game does without. */
export const screens = {
  games: oneOf(around, 'games'),
  replay: oneOf(withTable, 'replay'),
  fairness: oneOf(around, 'fairness'),
  daily: oneOf(around, 'daily'),
  deal: oneOf(around, 'deal'),
  compare: oneOf(withTable, 'compare'),
  puzzles: oneOf(withTable, 'puzzles'),
  profile: oneOf(around, 'profile'),
  leaderboards: oneOf(around, 'leaderboards'),
  engines: oneOf(around, 'engines'),
  tournaments: oneOf(around, 'tournaments'),
  tournament: oneOf(around, 'tournament'),
  statistics: oneOf(around, 'statistics'),
  watch: oneOf(around, 'watch'),
  account: oneOf(around, 'account'),
  console: oneOf(around, 'console'),
  recovery: oneOf(around, 'recovery'),
  reset: oneOf(around, 'reset'),
  settings: oneOf(around, 'settings'),
  learn: oneOf(withTable, 'learn'),
  rules: oneOf(around, 'rules'),
}
