import { describe } from 'vitest'
import { lobbyContract } from './contract.ts'
import { redisLobbyHarness } from './redis-harness.ts'

describe('a lobby in one Redis', () => lobbyContract(redisLobbyHarness({})))
