import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { BASE, codeOf, create, creation, join, playOn, seatTwo, step } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { World } from '../support/world.ts'

const MINUTE = 60_000
let world: World
beforeEach(() => {
  world = new World(11)
})
afterEach(() => world.close())

const request = (match: string) => ({ match, actionId: newActionId() })

/** A match in which both have moved. */
async function underWay(terms: Parameters<typeof seatTwo>[2] = { clock: 'blitz' }): Promise<SeatedMatch> {
  const seated = await seatTwo(world.node(0), {}, terms)
  await playOn(world.node(0), seated, seededRandom(2), 2)
  expect(world.fold(seated.match).moved).toEqual([true, true])
  return seated
}

const mayDo = async ({ match, players }: SeatedMatch, seat: 0 | 1) =>
  (await (await world.informed(0, match)).views.view(players[seat], match)).snapshot.mayDo

describe('a draw by agreement', () => {
  it('is offered and accepted, and both share the result', async () => {
    const seated = await underWay()
    const { match, players } = seated
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(world.node(0), players[0], match)
    await bo.follow(world.node(1), players[1], match)
    const offer = await world.node(0).endings.draw(players[0], { ...request(match), answer: 'offer' })
    await bo.reached(offer.version)
    expect(bo.updates.at(-1)).toMatchObject({
      events: [{ type: 'draw-offered', seat: 0 }],
      patch: { drawOffer: 0, mayDo: { answerDraw: true } },
    })
    const accepted = await world.node(1).endings.draw(players[1], { ...request(match), answer: 'accept' })
    for (const follower of [ada, bo]) {
      await follower.reached(accepted.version)
      expect(follower.ends).toMatchObject([{ outcome: { by: 'agreement' } }])
      expect(follower.snapshot!.drawOffer).toBeUndefined()
      expect(follower.snapshot!.mayDo).toBeUndefined()
    }
  })

  it('follows from two offers at the same time', async () => {
    const { match, players } = await underWay()
    await Promise.all(
      [0, 1].map((seat) =>
        world.node(seat).endings.draw(players[seat as 0 | 1], { ...request(match), answer: 'offer' }),
      ),
    )
    expect(world.fold(match).outcome).toEqual({ by: 'agreement', winner: null })
  })

  it('is declined by an answer or by a move; each player may offer it three times', async () => {
    const seated = await underWay()
    const { match, players } = seated
    for (const left of [2, 1, 0]) {
      await world.node(0).endings.draw(players[0], { ...request(match), answer: 'offer' })
      expect(await codeOf(world.node(0).endings.draw(players[0], { ...request(match), answer: 'offer' }))).toBe(
        'not-now',
      )
      expect(await codeOf(world.node(0).endings.draw(players[0], { ...request(match), answer: 'accept' }))).toBe(
        'not-now',
      )
      if (left === 1) {
        // Each player moves when it is their turn: once the other player has moved, the offer has lapsed.
        for (let moves = 0; moves < 6 && world.fold(match).drawOffer !== null; moves += 1) {
          await step(await world.informed(0, match), seated, seededRandom(moves))
        }
      } else {
        await (await world.informed(1, match)).endings.draw(players[1], { ...request(match), answer: 'decline' })
      }
      expect(world.fold(match).drawOffer).toBeNull()
      expect((await mayDo(seated, 0))?.offerDraw).toBe(left > 0 ? true : undefined)
    }
    expect(await codeOf(world.node(0).endings.draw(players[0], { ...request(match), answer: 'offer' }))).toBe('not-now')
    expect(world.fold(match).outcome).toBeNull()
  })

  it('cannot be offered before both have moved', async () => {
    const { match, players } = await seatTwo(world.node(0), {}, { clock: 'blitz' })
    expect(await codeOf(world.node(0).endings.draw(players[0], { ...request(match), answer: 'offer' }))).toBe('not-now')
  })

  it('does not make a move stale that was decided on before it was offered', async () => {
    const { match, players } = await underWay()
    const { version, snapshot } = await world.node(0).views.view(players[0], match)
    const [mover, other] = snapshot.board!.legal ? ([0, 1] as const) : ([1, 0] as const)
    const { snapshot: own } = await world.node(0).views.view(players[mover], match)
    await world.node(0).endings.draw(players[other], { ...request(match), answer: 'offer' })
    const [offer] = own.board!.legal!
    const action = Object.fromEntries(
      Object.entries(offer!).map(([field, picks]) => [field, Array.isArray(picks) ? picks[0] : picks]),
    )
    expect(
      await world.node(0).play.act(players[mover], { ...request(match), version, action: action as never }),
    ).toMatchObject({ version: version + 2 })
  })
})

describe('an abort', () => {
  it('ends a match in which not both have moved, and nothing of it goes into the history', async () => {
    const seated = await seatTwo(world.node(0), {}, { clock: 'standard', rated: true })
    const { match, players } = seated
    await playOn(world.node(0), seated, seededRandom(2), 1)
    expect(await mayDo(seated, 1)).toMatchObject({ abort: true })
    await (await world.informed(1, match)).endings.abort(players[1], { ...request(match), version: 2 })
    expect(world.fold(match).outcome).toEqual({ by: 'aborted', winner: null })
    expect(world.backend.outbox.has(match)).toBe(false)
  })

  it('leaves a match without points, whoever looks at it, and however', async () => {
    const seated = await seatTwo(world.node(0))
    const { match, players } = seated
    await playOn(world.node(0), seated, seededRandom(2), 1)
    const follower = new Follower()
    await follower.follow(world.node(0), players[0], match)
    await world.node(0).endings.abort(players[1], { ...request(match), version: 2 })
    await expect.poll(() => follower.ends).toHaveLength(1)
    expect(follower.ends[0]).toMatchObject({ outcome: { by: 'aborted' } })
    for (const shown of [
      follower.ends[0],
      follower.snapshot,
      (await world.node(0).views.view(newPlayer('Cy'), match)).snapshot,
      await world.node(0).views.replay(players[0], match),
    ]) {
      expect(shown).not.toHaveProperty('scores')
    }
  })

  it('that was decided on before a join or a move of the other player is stale and changes nothing', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot, version } = await create(world.node(0), ada, creation({ options: BASE, seat: 0, clock: 'blitz' }))
    const { match } = snapshot
    await join(world.node(1), bo, { match })
    for (const node of [0, 1]) {
      expect(await codeOf(world.node(node).endings.abort(ada, { ...request(match), version }))).toBe('stale')
    }
    await playOn(await world.informed(0, match), { match, players: [ada, bo] }, seededRandom(2), 1)
    expect(await codeOf(world.node(1).endings.abort(bo, { ...request(match), version: 1 }))).toBe('stale')
    expect(await codeOf(world.node(1).endings.abort(bo, { ...request(match), version: 3 }))).toBe('unknown-version')
    expect(world.fold(match).outcome).toBeNull()
  })

  it('is refused once both have moved', async () => {
    const seated = await underWay()
    expect(await mayDo(seated, 0)).not.toHaveProperty('abort')
    expect(await codeOf(world.node(0).endings.abort(seated.players[0], { ...request(seated.match), version: 3 }))).toBe(
      'not-now',
    )
  })

  it('by the host ends a match that nobody has joined, and its code leads nowhere', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot } = await create(world.node(0), ada, creation({ options: BASE, listed: true, clock: 'blitz' }))
    expect(snapshot.mayDo).toEqual({ abort: true })
    await world.node(0).endings.abort(ada, { ...request(snapshot.match), version: 0 })
    expect((await world.node(0).views.view(ada, snapshot.match)).snapshot).toMatchObject({
      status: 'ended',
      outcome: { by: 'aborted' },
    })
    expect(await codeOf(join(world.node(1), bo, { code: snapshot.code! }))).toBe('unknown-code')
    expect(await codeOf(join(world.node(1), bo, { match: snapshot.match }))).toBe('not-joinable')
  })
})

describe('time that runs out', () => {
  it('loses the match for the player who decides, whichever node notices', async () => {
    const seated = await underWay()
    const { running } = world.fold(seated.match).clocks!
    world.now += 60 * MINUTE
    const { outcome, clocks } = await world.flagged(seated.match)
    expect(outcome).toEqual({ by: 'time', winner: running === 0 ? 1 : 0 })
    expect(clocks!.remaining[running!]).toBe(0)
    expect(world.backend.outbox.has(seated.match)).toBe(true)
  })

  it('aborts a match in which somebody never moved', async () => {
    const { match } = await seatTwo(world.node(0), {}, { clock: 'slow', rated: true })
    world.now += 60 * MINUTE
    expect((await world.flagged(match)).outcome).toEqual({ by: 'aborted', winner: null })
    expect(world.backend.outbox.has(match)).toBe(false)
  })

  it('ends the match before a later command', async () => {
    const { match, players } = await underWay()
    const { running } = world.fold(match).clocks!
    world.now += 60 * MINUTE
    expect(await codeOf(world.node(0).endings.resign(players[running === 0 ? 1 : 0], request(match)))).toBe(
      'match-over',
    )
    expect(world.fold(match).outcome).toMatchObject({ by: 'time' })
  })

  it('does not pass while the server is down, and every viewer receives how much was given back', async () => {
    const seated = await underWay()
    const follower = new Follower()
    await follower.follow(world.node(0), null, seated.match)
    const before = world.fold(seated.match)
    await world.outage(45 * MINUTE)
    await follower.reached(before.version + 1)
    expect(follower.updates.at(-1)!.events).toEqual([{ type: 'time-given-back', ms: 45 * MINUTE }])
    expect(follower.snapshot!.clocks!.since).toBe(before.clocks!.since + 45 * MINUTE)
    expect(world.fold(seated.match).outcome).toBeNull()
  })

  it('is not measured in a match without a clock', async () => {
    const { match, players } = await underWay({})
    const { snapshot } = await world.node(0).views.view(players[0], match)
    expect(snapshot.clocks).toBeUndefined()
    expect(world.backend.matches.get(match)!.deadline).toBeNull()
  })
})

describe('a claim of the win', () => {
  it('is granted once the other player has been away for longer than the grace', async () => {
    const { match, players } = await underWay()
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(world.node(0), players[0], match)
    await bo.follow(world.node(1), players[1], match)
    await expect.poll(() => ada.attendance?.seats).toEqual([0, 1])
    expect(await codeOf(world.node(0).endings.claim(players[0], request(match)))).toBe('not-away')
    await bo.stop()
    const since = world.now
    await expect
      .poll(() => ada.attendance)
      .toMatchObject({ seats: [0], away: { 1: { since, claimFrom: since + MINUTE } } })
    world.now += MINUTE - 1
    expect(await codeOf(world.node(0).endings.claim(players[0], request(match)))).toBe('not-away')
    world.now += 1
    await world.node(0).endings.claim(players[0], request(match))
    expect(world.fold(match).outcome).toEqual({ by: 'absence', winner: 0 })
  })

  it('aborts the match if somebody never moved', async () => {
    const { match, players } = await seatTwo(world.node(0), {}, { clock: 'blitz' })
    world.now += MINUTE
    await world.node(0).endings.claim(players[0], request(match))
    expect(world.fold(match).outcome).toEqual({ by: 'aborted', winner: null })
  })

  it('is never granted in correspondence, nor without a clock', async () => {
    for (const clock of ['correspondence-1', 'none'] as const) {
      const { match, players } = await underWay({ clock })
      world.now += 20 * 60 * MINUTE
      expect(await codeOf(world.node(0).endings.claim(players[0], request(match)))).toBe('not-away')
    }
  })

  it('is not granted against a player who uses plain HTTP and requests the match from time to time', async () => {
    const { match, players } = await underWay()
    for (let seconds = 0; seconds <= 120; seconds += 30) {
      await world.node(1).watches.reportRequest(players[1], match)
      expect(await codeOf(world.node(0).endings.claim(players[0], request(match)))).toBe('not-away')
      world.now += 30_000
    }
    world.now += 75_000
    await world.node(0).endings.claim(players[0], request(match))
    expect(world.fold(match).outcome).toMatchObject({ by: 'absence', winner: 0 })
  })
})
