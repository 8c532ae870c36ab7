/** The deals of the day: one for each kind of game and each day. */
export { DailyDeals } from './daily-deals.ts'
export type { DailyDealsParts } from './daily-deals.ts'
