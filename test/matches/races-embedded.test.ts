import { openTemporaryStore } from '../support/embedded.ts'
import { openMatches } from '../support/match.ts'
import { describeRaces } from './contract/races.ts'

describeRaces('in a store within the process', async () => {
  const store = await openTemporaryStore()
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
