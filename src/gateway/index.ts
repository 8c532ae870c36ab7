/** Socket.IO: events in, views out. */
export { Gateway } from './gateway.ts'
export type { GatewayOptions, SessionEnds } from './gateway.ts'
