import { afterAll, beforeAll, describe } from 'vitest'
import { openEmbeddedLobby } from '../../../src/live/index.ts'
import { lobbyContract } from './contract.ts'
import { NewsRecorder } from './harness.ts'
import type { LobbyNode } from './harness.ts'

describe('the embedded lobby', () => {
  let node: LobbyNode
  let passed = 0
  beforeAll(() => {
    const store = openEmbeddedLobby({ clock: () => Date.now() + passed })
    node = { store, recorder: new NewsRecorder() }
    store.subscribe(node.recorder)
  })
  afterAll(() => node.store.close())
  lobbyContract({
    node: () => Promise.resolve(node),
    pass: (ms) => {
      passed += ms
    },
  })
})
