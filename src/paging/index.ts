/** Pages of lists, and the cursors that lead from one to the next. */
export * from './cursor.ts'
export * from './moment-cursor.ts'
