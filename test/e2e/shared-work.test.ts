import { expect, it } from 'vitest'
import { startServer } from '../support/server.ts'
import { SHARED_WORK } from '../support/shared-work.ts'

const TIMES = 2

it.each(Object.entries(SHARED_WORK))(
  'an honest player is served before the others are, while %s',
  async (_what, shared) => {
    const server = await startServer({ LOG_LEVEL: 'warn', ...shared.environment })
    const contest = await shared.open(server.url)
    try {
      await contest.honest()
      await contest.attack()
      for (let time = 1; time <= TIMES; time += 1) {
        await contest.honest()
        expect(contest.served()).toBeLessThanOrEqual(shared.most * time)
      }
    } finally {
      await contest.close()
      await server.destroy()
    }
  },
)
