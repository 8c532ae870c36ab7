/** Everything a client can do over HTTP, documented by the schemas that check it. */
export type { App, HttpMetrics, Parts } from './parts.ts'
export { createHttp } from './server.ts'
