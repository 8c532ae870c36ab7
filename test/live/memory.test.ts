import { afterAll, describe } from 'vitest'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { contract } from './contract/index.ts'
import { Heard } from './contract/harness.ts'
import type { Node } from './contract/harness.ts'

describe('the store in memory, on which other tests stand', () => {
  const backend = new MemoryBackend(1, 0)
  const stores: MemoryStore[] = []
  afterAll(() => Promise.all(stores.map((store) => store.close())))
  contract({
    node: (): Promise<Node> => {
      const store = new MemoryStore(backend)
      const heard = new Heard()
      store.listen(heard)
      stores.push(store)
      return Promise.resolve({ store, heard })
    },
    pass: () => undefined,
  })
})
