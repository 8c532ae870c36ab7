/** Fair play between people: reports, and what moderators do about them. */
export { Announcements } from './announcements.ts'
export { Nodes } from './nodes.ts'
export { Moderation } from './moderation.ts'
export type { ModerationParts } from './moderation.ts'
export { beginDeletion, forgetReported } from './deletion.ts'
export { MOST_OPEN_REPORTS, reportsMadeBy } from './reports.ts'
export { makeResetOf, resetPath } from './reset-links.ts'
export { isModerator, setModerator } from './roles.ts'
