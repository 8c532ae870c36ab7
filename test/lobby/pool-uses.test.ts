import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlayedSince } from '../../src/lobby/index.ts'
import { newHeader } from '../../src/matches/index.ts'
import type { Pool } from '../../src/protocol/index.ts'
import { CodedError, DEFAULT_GAME_OPTIONS, poolsAnswerSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { newPlayer } from '../support/players.ts'
import type { World } from './support.ts'
import { BLITZ, DAILY, openWorld } from './support.ts'

const WEEK_MS = 7 * 86_400_000

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

const openLobby = (playedSince?: PlayedSince, uses = 1) =>
  world.open({ ...(playedSince && { playedSince }), times: { poll: 3_600_000, uses } }).lobby

async function usedOf(lobby: ReturnType<typeof openLobby>): Promise<Pool[]> {
  const answer = await lobby.queue.pools()
  expect(poolsAnswerSchema.parse(answer)).toEqual(answer)
  for (const { used } of answer.pools) expect(used).toBeTypeOf('boolean')
  return answer.pools.filter(({ used }) => used).map(({ pool }) => pool)
}

describe('a pool is used', () => {
  it('while someone waits there, and by nobody else', async () => {
    const lobby = openLobby()
    expect(await usedOf(lobby)).toEqual([])
    await lobby.queue.join(newPlayer('Ada'), BLITZ)
    expect(await usedOf(lobby)).toEqual([BLITZ])
  })

  it('if people have finished such a game within a week, by the clock of the store', async () => {
    const asked: number[] = []
    const lobby = openLobby(async (since) => {
      asked.push(since)
      return [
        { kind: 'agora', clock: 'slow', rated: true },
        // There is no pool without a clock.
        { kind: 'base', clock: 'none', rated: false },
      ]
    })
    expect(await usedOf(lobby)).toEqual([{ kind: 'agora', clock: 'slow', rated: true }])
    expect(asked).toEqual([world.live.now() - WEEK_MS])
  })

  it('while people play such a public game, on every node, and not because of one with a bot', async () => {
    const [here, there] = [openLobby(), openLobby()]
    const start = (clock: Pool['clock'], visibility: 'public' | 'private', other = newPlayer('Bo')) => {
      const host = newPlayer('Ada')
      const terms = { clock, rated: false, visibility } as const
      const header = newHeader({ host, kind: 'base', options: DEFAULT_GAME_OPTIONS, terms, origin: 'invitation' })
      world.matches.start(header, [host, other])
    }
    start('slow', 'private')
    start('blitz', 'public', { ...newPlayer('Bot'), bot: true })
    start('correspondence-1', 'public')
    for (const lobby of [here, there]) await expect.poll(() => usedOf(lobby), PATIENTLY).toEqual([DAILY])
  })

  it('or not: that is not said while the history does not answer, and the waiting are counted all the same', async () => {
    const lobby = openLobby(() => Promise.reject(new CodedError('unavailable')))
    await lobby.queue.join(newPlayer('Ada'), BLITZ)
    const { pools } = await lobby.queue.pools()
    expect(pools.filter((state) => 'used' in state)).toEqual([])
    expect(pools.filter(({ waiting }) => waiting > 0)).toEqual([{ pool: BLITZ, waiting: 1 }])
  })
})

it('which pools are used is read once for many who ask at once', async () => {
  let times = 0
  const lobby = openLobby(async () => {
    times += 1
    return []
  }, 3_600_000)
  await Promise.all(Array.from({ length: 20 }, () => lobby.queue.pools()))
  await lobby.queue.pools()
  expect(times).toBe(1)
})
