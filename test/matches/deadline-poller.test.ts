import { pino } from 'pino'
import { expect, it } from 'vitest'
import { pollDeadlines } from '../../src/matches/deadline-poller.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'

const quiet = pino({ enabled: false })

it('matches that this node cannot end, however many, do not keep it from ending the others', async () => {
  const stuck = Array.from({ length: 250 }, (_, index) => `stuck-${index}`)
  const others = Array.from({ length: 150 }, (_, index) => `other-${index}`)
  const ended = new Set<string>()
  let most = 0
  let ending = 0
  const poller = pollDeadlines({
    // The store offers those first whose time ran out first.
    store: { heartbeat: async (limit) => [...stuck, ...others].filter((match) => !ended.has(match)).slice(0, limit) },
    flag: async (match) => {
      most = Math.max(most, (ending += 1))
      await new Promise((resolve) => setImmediate(resolve))
      ending -= 1
      if (match.startsWith('stuck')) throw new CodedError('other-rules')
      ended.add(match)
    },
    everyMs: 1,
    logger: quiet,
  })
  await expect.poll(() => ended.size, PATIENTLY).toBe(others.length)
  await poller.stop()
  expect(most).toBeLessThanOrEqual(100)
})

it('a match that could not be ended is tried again', async () => {
  let tried = 0
  const poller = pollDeadlines({
    store: { heartbeat: async () => (tried < 5 ? ['match'] : []) },
    flag: async () => {
      if ((tried += 1) < 5) throw new CodedError('unavailable')
    },
    everyMs: 1,
    logger: quiet,
  })
  await expect.poll(() => tried, PATIENTLY).toBe(5)
  await poller.stop()
})
