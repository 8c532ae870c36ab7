/** Everything that a client can do over HTTP, documented by the schemas that check the requests. */
export { forgetStored, ownDocument } from './own-data.ts'
export type { App, Parts } from './parts.ts'
export { RELEASE } from './server-info.ts'
export { createHttp } from './server.ts'
export { answerUpgrades } from './upgrades.ts'
