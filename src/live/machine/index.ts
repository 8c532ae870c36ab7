/** The live matches of a store as a pure state machine in memory. */
export * as commands from './commands.ts'
export type { Change } from './change.ts'
export { EntryList } from './entry-list.ts'
export { Machine } from './machine.ts'
export type { Outcome } from './machine.ts'
export { stored } from './match.ts'
export type { MachineOptions, Transaction } from './transaction.ts'
export { MachineStore } from './store.ts'
