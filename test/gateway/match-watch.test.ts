import { describe, expect, it } from 'vitest'
import { MatchWatch } from '../../src/gateway/match-watch.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { seededRandom } from '../support/random.ts'

async function open() {
  const matches = openMatches({ store: new MemoryStore() })
  const seated = await seatTwo(matches)
  const versions: number[] = []
  const watch = new MatchWatch(({ event, payload }) => {
    if (event === 'match:update') versions.push(payload.version)
  })
  return { matches, seated, watch, versions }
}

describe('the watch of a match', () => {
  it('buffers all events until the answer is on its way', async () => {
    const { matches, seated, watch, versions } = await open()
    const random = seededRandom(1)
    const answer = await watch.begin(matches, seated.players[0], seated.match, {})
    await playOn(matches, seated, random, 3)
    expect([answer.version, versions]).toEqual([1, []])
    watch.release()
    expect(versions).toEqual([2, 3, 4])
    await playOn(matches, seated, random, 1)
    expect(versions).toEqual([2, 3, 4, 5])
    await watch.stop()
    await matches.close()
  })

  it('sends nothing once it has stopped, even before it has begun', async () => {
    const { matches, seated, watch, versions } = await open()
    const beginning = watch.begin(matches, seated.players[0], seated.match, {})
    await watch.stop()
    await beginning
    await playOn(matches, seated, seededRandom(1), 2)
    watch.release()
    await playOn(matches, seated, seededRandom(1), 2)
    expect(versions).toEqual([])
    await matches.close()
  })
})
