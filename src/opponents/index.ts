/** The opponents whom the server plays, and the threads in which they think. */
export { Opponents } from './opponents.ts'
export type { OpponentsParts } from './opponents.ts'
export type { BotSettings } from './settings.ts'
export type { Answer, JobType, Jobs, Question } from './threads/jobs.ts'
export { adviserIn, thinkerIn } from './thinker.ts'
export { ThreadPool } from './threads/pool.ts'
export type { Wish } from './threads/pool.ts'
export type { ThinkingThread } from './threads/thinking-thread.ts'
