/** What bots think of finished games: jobs in the database, on which the nodes work. */
export { advise } from './advise.ts'
export { Analyses } from './analyses.ts'
export type { AnalysesParts } from './analyses.ts'
export { judge, movesOf } from './judge.ts'
export type { Slice } from './judge.ts'
export type { Thinker } from './thinker.ts'
