/** Figures for Prometheus. Each folder counts its own, under the names and labels of one table. */
export { decorated } from './decorated.ts'
export { Figures } from './figures.ts'
export { Names } from './names.ts'
export { shared } from './shared.ts'
