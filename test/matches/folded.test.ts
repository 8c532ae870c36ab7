import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folded } from '../../src/record/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { playOn, seatTwo } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { World } from '../support/world.ts'

let world: World
let seated: SeatedMatch
beforeEach(async () => {
  world = new World()
  seated = await seatTwo(world.node(0))
  await playOn(world.node(0), seated, seededRandom(7), 9)
})
afterEach(() => world.close())

const resign = () => world.node(0).endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })

describe('an ended match, for the history', () => {
  it('is what a node has folded, and what its log gives', async () => {
    await resign()
    const ended = (await world.node(0).ended(seated.match))!
    const read = folded(world.backend.record(seated.match))
    expect(ended.record).toEqual(read.record)
    expect(ended.events).toEqual(read.events)
    expect(ended.fold.state).toEqual(read.fold.state)
    expect(ended.fold.outcome).toEqual(read.fold.outcome)
    expect(ended.fold.logHash.value).toBe(read.fold.logHash.value)
  })

  it('is nothing on a node that has not folded it, which reads nothing for it', async () => {
    await resign()
    expect(await world.node(1).ended(seated.match)).toBeNull()
    expect([...world.node(1).known()]).toEqual([])
  })

  it('is nothing while the match goes on', async () => {
    expect(await world.node(0).ended(seated.match)).toBeNull()
  })
})
