import { afterAll, beforeAll, describe } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'
import { upgradesContract } from './upgrades.ts'

let stores: Stores
let server: Server
beforeAll(async () => {
  stores = await startStores()
  server = await startServer({ ...stores.environment, WORKERS: '2' })
})
afterAll(async () => {
  await server?.destroy()
  await stores?.destroy()
})

describe('two workers', () => upgradesContract(() => server.url))
