import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Follower } from '../support/follower.ts'
import { BASE, codeOf, create, creation, join, seatTwo } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { World } from '../support/world.ts'

let world: World
beforeEach(() => {
  world = new World(41)
})
afterEach(() => world.close())

describe('spectators', () => {
  it('are counted over all nodes, for everybody', async () => {
    const { match, players } = await seatTwo(world.node(0))
    const ada = new Follower()
    await ada.follow(world.node(0), players[0], match)
    const watchers = Array.from({ length: 6 }, () => new Follower())
    for (const [index, watcher] of watchers.entries()) {
      await watcher.follow(world.node(index), index < 3 ? null : newPlayer('Cy'), match)
    }
    await expect.poll(() => ada.attendance?.watchers, { timeout: 60_000 }).toBe(6)
    for (const watcher of watchers.slice(0, 4)) await watcher.stop()
    await expect
      .poll(() => [ada, watchers[5]!].map(({ attendance }) => attendance?.watchers), { timeout: 60_000 })
      .toEqual([2, 2])
  })

  it('share their messages: each is made once for each version', async () => {
    const { match, players } = await seatTwo(world.node(0))
    const [one, two] = [new Follower(), new Follower()]
    await one.follow(world.node(0), null, match)
    await two.follow(world.node(0), newPlayer('Cy'), match)
    await world.node(0).endings.resign(players[0], { match, actionId: newActionId() })
    await Promise.all([one.reached(2), two.reached(2)])
    expect(one.updates[0]).toBe(two.updates[0])
    expect(one.ends[0]).toBe(two.ends[0])
  })
})

describe('a private match', () => {
  it('is shown to its players, and to spectators who have its code', async () => {
    const { match, players } = await seatTwo(world.node(0), {}, { visibility: 'private' })
    const cy = newPlayer('Cy')
    const { code } = (await world.node(0).views.view(players[1], match)).snapshot
    expect(code).toBe(world.fold(match).header.code)
    const refused = [
      world.node(0).views.view(cy, match),
      world.node(0).views.view(null, match, { code: 'ABCDEFGH' }),
      world.node(1).watches.watch(cy, match, {}, new Follower()),
      world.node(1).views.waitForView(null, match, { sinceVersion: 1 }, { waitMs: 1 }),
      world.node(0).views.replay(cy, match),
      world.node(0).views.position(null, match, 1),
      world.node(0).chats.read(cy, match),
      world.node(0).chats.say(cy, { match, text: 'hello' }),
    ]
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['code-needed']))
    const { snapshot } = await world.node(1).views.view(cy, match, { code: code! })
    expect(snapshot).toMatchObject({ you: 'spectator' })
    expect(snapshot).not.toHaveProperty('code')
    await world.node(0).chats.say(cy, { match, text: 'hello', code: code! })
  })

  it('is joined by its code alone', async () => {
    const { snapshot } = await create(
      world.node(0),
      newPlayer('Ada'),
      creation({ options: BASE, visibility: 'private' }),
    )
    const bo = newPlayer('Bo')
    expect(await codeOf(join(world.node(0), bo, { match: snapshot.match }))).toBe('code-needed')
    expect((await join(world.node(1), bo, { code: snapshot.code! })).snapshot.status).toBe('playing')
  })

  it('is shown to everybody once it is over, but shows its code to nobody and lets no stranger talk', async () => {
    const { match, players } = await seatTwo(world.node(0), {}, { visibility: 'private' })
    await world.node(0).endings.resign(players[0], { match, actionId: newActionId() })
    const node = await world.informed(1, match)
    const { snapshot } = await node.views.view(null, match)
    expect(snapshot.status).toBe('ended')
    const { code } = world.fold(match).header
    const seen = [
      snapshot,
      await node.views.view(players[0], match),
      await node.views.position(null, match, 1, { viewer: 0 }),
      await node.views.replay(null, match),
    ]
    expect(JSON.stringify(seen)).not.toContain(code)
    const cy = newPlayer('Cy')
    expect(await codeOf(node.chats.say(cy, { match, text: 'hello' }))).toBe('code-needed')
    expect(await codeOf(node.chats.read(cy, match))).toBe('code-needed')
    await node.chats.say(cy, { match, text: 'hello', code })
  })
})
