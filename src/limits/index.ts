/** How much somebody may do, and how often. */
export { createAddresses } from './address.ts'
export type { Addresses } from './address.ts'
export { Counts } from './counts.ts'
export { localLimiters } from './limiters.ts'
export type { Limiters, Rate } from './limiters.ts'
export { spend } from './spend.ts'
export { WorkQueue } from './work-queue.ts'
export type { WorkLimits } from './work-queue.ts'
