/** The contents of the boxes as data, with lookups. A new card is a row in its table. */
export { boxOf } from './box.ts'
export type { Box } from './box.ts'
export type * from './ids.ts'
export * from './lookup.ts'
