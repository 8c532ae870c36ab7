import { part } from '../lib/part.svelte.ts'

/** The screens that a game does without. */
export const screens = {
  games: part(() => import('./Games.svelte')),
  replay: part(() => import('./Replay.svelte')),
  fairness: part(() => import('./Fairness.svelte')),
  daily: part(() => import('./DailyDeal.svelte')),
  deal: part(() => import('./KnownDeal.svelte')),
  compare: part(() => import('./Compare.svelte')),
  profile: part(() => import('./Profile.svelte')),
  leaderboards: part(() => import('./Leaderboards.svelte')),
  watch: part(() => import('./Watch.svelte')),
  account: part(() => import('./Account.svelte')),
  settings: part(() => import('./Settings.svelte')),
  learn: part(() => import('../learn/Learn.svelte')),
  rules: part(() => import('../learn/Rules.svelte')),
}
