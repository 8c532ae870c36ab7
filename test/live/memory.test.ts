import { afterAll, describe } from 'vitest'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import type { Node } from './contract/harness.ts'
import { Heard } from './contract/harness.ts'
import { contract } from './contract/index.ts'
import { moments } from './contract/moments.ts'

describe('the store in memory, which other tests use', () => {
  let passed = 0
  const backend = new MemoryBackend(1, 0, () => Date.now() + passed)
  const stores: MemoryStore[] = []
  const pass = (ms: number): void => {
    passed += ms
  }
  afterAll(() => Promise.all(stores.map((store) => store.close())))
  contract({
    node: (): Promise<Node> => {
      const store = new MemoryStore(backend)
      const heard = new Heard()
      store.subscribe(heard)
      stores.push(store)
      return Promise.resolve({ store, heard })
    },
    pass,
    outage: async (ms) => pass(ms),
  })
})

describe('the store in memory, to the millisecond,', () => {
  const time = { now: Date.now() }
  const store = new MemoryStore(new MemoryBackend(2, 0, () => time.now))
  afterAll(() => store.close())
  moments({ store: () => store, time })
})
