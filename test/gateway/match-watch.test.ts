import { describe, expect, it } from 'vitest'
import { MatchWatch } from '../../src/gateway/match-watch.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { seededRandom } from '../support/random.ts'

async function open() {
  const matches = openMatches({ store: new MemoryStore() })
  const table = await seatTwo(matches)
  const versions: number[] = []
  const watch = new MatchWatch(({ event, payload }) => {
    if (event === 'match:update') versions.push(payload.version)
  })
  return { matches, table, watch, versions }
}

describe('the watch of a match', () => {
  it('buffers all events until the answer is on its way', async () => {
    const { matches, table, watch, versions } = await open()
    const random = seededRandom(1)
    const answer = await watch.begin(matches, table.players[0], table.match, {})
    await playOn(matches, table, random, 3)
    expect([answer.version, versions]).toEqual([1, []])
    watch.release()
    expect(versions).toEqual([2, 3, 4])
    await playOn(matches, table, random, 1)
    expect(versions).toEqual([2, 3, 4, 5])
    await watch.stop()
    await matches.close()
  })

  it('sends nothing once it has stopped, even before it has begun', async () => {
    const { matches, table, watch, versions } = await open()
    const beginning = watch.begin(matches, table.players[0], table.match, {})
    await watch.stop()
    await beginning
    await playOn(matches, table, seededRandom(1), 2)
    watch.release()
    await playOn(matches, table, seededRandom(1), 2)
    expect(versions).toEqual([])
    await matches.close()
  })
})
