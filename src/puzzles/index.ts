/** Puzzles: decisions of analysed rated games with one action that is much better than all others. */
export { Puzzles } from './puzzles.ts'
export type { OwnAnswersPage, PuzzlesParts } from './puzzles.ts'
export { weigh } from './weigh.ts'
export type { Searches } from './weigh.ts'
export type { Weigher } from './weigher.ts'
