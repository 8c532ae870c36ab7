import { describe, expect, it } from 'vitest'
import { WatchedMatch } from '../../src/gateway/watched-match.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { seededRandom } from '../support/random.ts'

async function open() {
  const matches = openMatches({ store: new MemoryStore() })
  const table = await seatTwo(matches)
  const versions: number[] = []
  const watched = new WatchedMatch((event, payload) => {
    if (event === 'match:update') versions.push((payload as { version: number }).version)
  })
  return { matches, table, watched, versions }
}

describe('a watched match', () => {
  it('holds everything back until the answer is on its way', async () => {
    const { matches, table, watched, versions } = await open()
    const random = seededRandom(1)
    const answer = await watched.begin(matches, table.players[0], table.match, {})
    await playOn(matches, table, random, 3)
    expect([answer.version, versions]).toEqual([1, []])
    watched.release()
    expect(versions).toEqual([2, 3, 4])
    await playOn(matches, table, random, 1)
    expect(versions).toEqual([2, 3, 4, 5])
    await watched.stop()
    await matches.close()
  })

  it('sends nothing once it is stopped, be it before it has begun', async () => {
    const { matches, table, watched, versions } = await open()
    const beginning = watched.begin(matches, table.players[0], table.match, {})
    await watched.stop()
    await beginning
    await playOn(matches, table, seededRandom(1), 2)
    watched.release()
    await playOn(matches, table, seededRandom(1), 2)
    expect(versions).toEqual([])
    await matches.close()
  })
})
