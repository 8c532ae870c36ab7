/** Figures for Prometheus. Each folder counts its own, under the names and labels that are declared here. */
export { decorated } from './decorated.ts'
export { countErrors } from './errors.ts'
export type { CountError } from './errors.ts'
export { Figures } from './figures.ts'
export { Names } from './names.ts'
export { shared } from './shared.ts'
