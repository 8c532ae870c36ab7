import { afterAll, beforeAll, describe } from 'vitest'
import { openEmbeddedLobby } from '../../../src/live/index.ts'
import { lobbyContract } from './contract.ts'
import type { LobbyNode } from './harness.ts'
import { recorded } from './harness.ts'

describe('the embedded lobby', () => {
  let node: LobbyNode
  let passed = 0
  beforeAll(() => {
    node = recorded(openEmbeddedLobby({ clock: () => Date.now() + passed }))
  })
  afterAll(() => node.close())
  lobbyContract({
    node: () => Promise.resolve(node),
    pass: (ms) => {
      passed += ms
    },
  })
})
