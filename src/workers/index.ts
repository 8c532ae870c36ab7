/** Several processes of the server on one port: the primary supervises them, and clients are served by the workers. */
export { joinPrimary } from './worker.ts'
export type { PrimaryLink } from './worker.ts'
export { startWorkers, WorkersError } from './primary.ts'
export type { WorkerGroup } from './primary.ts'
