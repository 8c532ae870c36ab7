import { describe } from 'vitest'
import { contract } from './contract/index.ts'
import { redisHarness } from './redis-harness.ts'

describe('one Redis', () => contract(redisHarness({})))
