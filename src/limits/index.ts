/** How often somebody may do something. */
export { spend } from './spend.ts'
