/** Worker threads that answer questions. What they are asked is up to those who start them. */
export type { AnyJobs, Handlers, JobType } from './messages.ts'
export { serve } from './serve.ts'
export { startThread } from './start.ts'
export { Thread } from './thread.ts'
