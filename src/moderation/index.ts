/** Fair play between people: reports, and what moderators do about them. */
export { Moderation } from './moderation.ts'
export type { ModerationParts } from './moderation.ts'
export { MOST_OPEN_REPORTS } from './reports.ts'
export { isModerator, setModerator } from './roles.ts'
