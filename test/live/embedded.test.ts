import { afterAll, beforeAll, describe } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { openTemporaryStore } from '../support/embedded.ts'
import type { Node } from './contract/harness.ts'
import { Heard } from './contract/harness.ts'
import { contract } from './contract/index.ts'
import { moments } from './contract/moments.ts'

describe('the embedded store', () => {
  let node: Node
  let passed = 0
  beforeAll(async () => {
    const store = await openTemporaryStore({ clock: () => Date.now() + passed })
    node = { store, heard: new Heard() }
    store.subscribe(node.heard)
  })
  afterAll(() => node.store.close())
  const pass = (ms: number): void => {
    passed += ms
  }
  contract({ node: () => Promise.resolve(node), pass, outage: async (ms) => pass(ms) })
})

describe('the embedded store, to the millisecond,', () => {
  const time = { now: Date.now() }
  let store: LiveStore
  beforeAll(async () => {
    store = await openTemporaryStore({ clock: () => time.now })
  })
  afterAll(() => store.close())
  moments({ store: () => store, time })
})
