import { afterAll, beforeAll, describe } from 'vitest'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import { contract } from './contract/index.ts'
import { Heard } from './contract/harness.ts'
import type { Node } from './contract/harness.ts'

describe('the embedded store', () => {
  let node: Node
  let passed = 0
  beforeAll(async () => {
    const store = await openEmbeddedStore({ memory: true, retention: DEFAULT_RETENTION, clock: () => Date.now() + passed })
    node = { store, heard: new Heard() }
    store.listen(node.heard)
  })
  afterAll(() => node.store.close())
  contract({
    node: () => Promise.resolve(node),
    pass: (ms) => {
      passed += ms
    },
  })
})
