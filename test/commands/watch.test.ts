import { describe, expect, it } from 'vitest'
import { Watch } from '../../src/commands/index.ts'
import type { MatchServerEvent } from '../../src/protocol/index.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { seededRandom } from '../support/random.ts'

async function open() {
  const matches = openMatches({ store: new MemoryStore() })
  const seated = await seatTwo(matches)
  const versions: number[] = []
  const watch = new Watch<MatchServerEvent>(({ event, payload }) => {
    if (event === 'match:update') versions.push(payload.version)
  })
  const begin = () => watch.begin((notify) => matches.watches.watch(seated.players[0], seated.match, {}, { notify }))
  return { matches, seated, watch, begin, versions }
}

describe('the watch of a match', () => {
  it('buffers all events until the answer is on its way', async () => {
    const { matches, seated, watch, begin, versions } = await open()
    const random = seededRandom(1)
    const answer = await begin()
    await playOn(matches, seated, random, 3)
    expect([answer, versions]).toEqual([expect.objectContaining({ version: 1 }), []])
    watch.release()
    expect(versions).toEqual([2, 3, 4])
    await playOn(matches, seated, random, 1)
    expect(versions).toEqual([2, 3, 4, 5])
    await watch.stop()
    await matches.close()
  })

  it('sends nothing once it has stopped, even before it has begun', async () => {
    const { matches, seated, watch, begin, versions } = await open()
    const beginning = begin()
    await watch.stop()
    await beginning
    await playOn(matches, seated, seededRandom(1), 2)
    watch.release()
    await playOn(matches, seated, seededRandom(1), 2)
    expect(versions).toEqual([])
    await matches.close()
  })

  it('gives an event to an answer that has it instead, after the events before it', async () => {
    type Expired = Extract<MatchServerEvent, { event: 'match:expired' }>
    const expired = (version: number): Expired => ({ event: 'match:expired', payload: { match: 'one', version } })
    const sent: number[] = []
    const watch = new Watch<Expired>(({ payload }) => void sent.push(payload.version))
    let push: (event: Expired) => void = () => undefined
    await watch.begin(async (given) => {
      push = given
      return { answer: {}, stop: () => undefined }
    })
    watch.hold()
    for (const version of [1, 2, 3]) push(expired(version))
    const isSecond = (event: Expired): event is Expired => event.payload.version === 2
    expect(watch.take(isSecond)).toEqual(expired(2))
    expect([watch.take(isSecond), sent]).toEqual([undefined, [1]])
    watch.release()
    expect(sent).toEqual([1])
    watch.release()
    expect(sent).toEqual([1, 3])
  })
})
