import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../../src/live/index.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, seatTwo } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { World } from '../support/world.ts'

let world: World
beforeEach(() => {
  world = new World(23)
})
afterEach(() => world.close())

async function over(
  terms: Parameters<typeof seatTwo>[2] = { clock: 'blitz', rated: true, visibility: 'private' },
): Promise<SeatedMatch> {
  const seated = await seatTwo(world.node(0), {}, { kind: 'agora', ...terms })
  await world.node(0).endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })
  await world.informed(1, seated.match)
  return seated
}

describe('a rematch', () => {
  it('is offered by one player and accepted by the other; only the seats are swapped', async () => {
    const { match, players } = await over({ clock: 'blitz', visibility: 'private' })
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(world.node(0), players[0], match)
    await bo.follow(world.node(1), players[1], match)
    expect(await world.node(0).rematches.offer(players[0], match)).toEqual({ match, offered: [0] })
    await expect.poll(() => bo.rematches).toContainEqual({ match, offered: [0] })
    const { next } = await world.node(1).rematches.offer(players[1], match)
    await expect.poll(() => ada.rematches.at(-1)?.next).toBe(next)
    const { header, players: seated, state } = world.fold(next!)
    expect(seated).toEqual([players[1], players[0]])
    expect(state).not.toBeNull()
    const before = world.fold(match).header
    expect(header).toMatchObject({ options: before.options, terms: before.terms!, origin: 'rematch' })
    expect(header.seed).not.toBe(before.seed)
  })

  it('is one match, however often and wherever it is accepted', async () => {
    for (let repeat = 0; repeat < 200; repeat += 1) {
      const { match, players } = await over({})
      const wishes = [0, 1, 0, 1].map((seat, index) =>
        world.node(index % 3).rematches.offer(players[seat as 0 | 1], match),
      )
      const answers = await Promise.all(wishes)
      const again = await world.node(0).rematches.offer(players[0], match)
      const nexts = new Set([...answers, again].flatMap(({ next }) => next ?? []))
      expect([...nexts]).toEqual([again.next])
      expect(world.fold(again.next!).players).toEqual([players[1], players[0]])
    }
  })

  it('is not created once more after it has expired, while the match before it is still there', async () => {
    const { match, players } = await over({})
    await world.node(0).rematches.offer(players[0], match)
    const { next } = await world.node(1).rematches.offer(players[1], match)
    await world.node(0).endings.abort(players[0], { match: next!, actionId: newActionId(), version: 1 })
    // The history does not answer: the first match stays, and the aborted one goes.
    world.now += 2 * DEFAULT_RETENTION.endedMs
    for (const index of [0, 1]) await world.restart(index)
    const ada = new Follower()
    await ada.follow(world.node(0), players[0], match)
    await expect.poll(() => ada.rematches.at(-1)?.next).toBe(next)
    expect(await world.node(1).rematches.offer(players[1], match)).toEqual({ match, offered: [0, 1], next })
    expect(await codeOf(world.node(0).views.view(players[0], next!))).toBe('unknown-match')
    expect(await codeOf(world.node(1).views.view(players[1], next!))).toBe('unknown-match')
  })

  it('is sent to a player who comes back in between', async () => {
    const { match, players } = await over()
    await world.node(0).rematches.offer(players[0], match)
    const bo = new Follower()
    await bo.follow(world.node(1), players[1], match)
    await expect.poll(() => bo.rematches.at(-1)).toEqual({ match, offered: [0] })
  })

  it('is refused for a match that goes on, and for anybody but its players', async () => {
    const { match, players } = await seatTwo(world.node(0))
    expect(await codeOf(world.node(0).rematches.offer(players[0], match))).toBe('not-now')
    const seated = await over()
    expect(await codeOf(world.node(0).rematches.offer(newPlayer('Cy'), seated.match))).toBe('not-your-match')
  })
})
