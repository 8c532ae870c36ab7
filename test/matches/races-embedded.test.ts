import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import { openMatches } from '../support/match.ts'
import { describeRaces } from './contract/races.ts'

describeRaces('in a store within the process', async () => {
  const store = await openEmbeddedStore({ memory: true, retention: DEFAULT_RETENTION })
  const matches = openMatches({ store, deadlinePollMs: 5 })
  return {
    nodes: [matches, matches],
    log: async (match) => (await store.entriesAfter(match, 0))!,
    close: async () => {
      await matches.close()
      await store.close()
    },
  }
})
