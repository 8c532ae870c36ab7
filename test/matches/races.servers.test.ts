import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import { openMatches } from '../support/match.ts'
import { startRedis } from '../support/redis.ts'
import { describeRaces } from './contract/races.ts'

describeRaces('on two nodes over Redis', async () => {
  const server = await startRedis()
  const stores = [0, 1].map(() => openRedisStore({ url: server.url, retention: DEFAULT_RETENTION }))
  const [first, second] = stores.map((store) => openMatches({ store, deadlinePollMs: 5 }))
  return {
    nodes: [first!, second!],
    log: async (match) => (await stores[0]!.entriesAfter(match, 0))!,
    close: async () => {
      await Promise.all([first!.close(), second!.close()])
      await Promise.all(stores.map((store) => store.close()))
      await server.destroy()
    },
  }
})
