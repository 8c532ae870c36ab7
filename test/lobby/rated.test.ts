import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lobby } from '../../src/lobby/index.ts'
import type { ChallengeMessage, PlayerRef } from '../../src/protocol/index.ts'
import { challengeRequestSchema, CodedError } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { codeOf } from '../support/match.ts'
import { newPlayer } from '../support/players.ts'
import { ratedPlayers } from '../support/rated-players.ts'
import type { World } from './support.ts'
import { BLITZ, openWorld } from './support.ts'

const RATED = { ...BLITZ, rated: true }

let world: World
let lobby: Lobby
let ada: PlayerRef
let bo: PlayerRef
let guest: PlayerRef
let guests: string[]
let began: Map<string, number>
let until: Map<string, number>
beforeEach(async () => {
  world = openWorld()
  ;[ada, bo, guest] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Guest')]
  guests = [guest.id]
  began = new Map()
  until = new Map()
  world.people.accounts.push(ada, bo)
  ;({ lobby } = world.open({
    rated: ratedPlayers({
      begunBy: async (player) => began.get(player) ?? 0,
      earlyEnds: { add: () => Promise.resolve(), coolDown: async (player) => until.get(player) ?? null },
      requireAccount: async ({ id }) => {
        if (guests.includes(id)) throw new CodedError('account-needed')
      },
    }),
  }))
  await world.stores.presence.renew([guest], 60_000)
})
afterEach(() => world.close())

const send = (from: PlayerRef, to: PlayerRef, message: Partial<ChallengeMessage>) =>
  lobby.challenges.send(
    from,
    challengeRequestSchema.parse({ to: { player: to.id }, clock: 'blitz', rated: true, ...message }),
  )

describe('a guest', () => {
  it('waits in casual pools alone', async () => {
    expect(await codeOf(lobby.queue.join(guest, RATED))).toBe('account-needed')
    expect(await lobby.queue.status(guest.id)).toEqual({ status: 'idle' })
    expect(await lobby.queue.join(ada, RATED)).toMatchObject({ status: 'waiting', waiting: 1 })
    expect(await lobby.queue.join(guest, BLITZ)).toMatchObject({ status: 'waiting', pool: BLITZ })
    // A refused request leaves the player where they wait.
    expect(await codeOf(lobby.queue.join(guest, RATED))).toBe('account-needed')
    expect(await lobby.queue.status(guest.id)).toMatchObject({ status: 'waiting', pool: BLITZ })
  })

  it('neither sends nor gets a challenge to a rated match', async () => {
    expect(await codeOf(send(guest, ada, {}))).toBe('account-needed')
    expect(await codeOf(send(ada, guest, {}))).toBe('account-needed')
    for (const { id } of [ada, guest]) {
      expect(await lobby.challenges.list({ id, name: '' })).toEqual({ received: [], sent: [] })
    }
    expect(await send(guest, ada, { rated: false })).toMatchObject({ from: guest, to: ada })
    expect(await send(ada, guest, { rated: false })).toMatchObject({ from: ada, to: guest })
  })
})

describe('a challenge to a rated match', () => {
  it('cannot be accepted once one of the players has no account any more', async () => {
    const { id } = await send(ada, bo, {})
    for (const gone of [ada, bo]) {
      guests = [gone.id]
      expect(await codeOf(lobby.challenges.accept(bo, id))).toBe('account-needed')
    }
    expect(world.matches.opened.size).toBe(0)
    guests = []
    const match = await lobby.challenges.accept(bo, id)
    expect(world.matches.only.header).toMatchObject({ id: match, terms: { rated: true } })
  })
})

describe('a player who has left several rated matches early', () => {
  it('cannot wait in the queue for a while', async () => {
    until = new Map([[ada.id, Date.now() + 60_000]])
    for (const pool of [RATED, BLITZ]) expect(await codeOf(lobby.queue.join(ada, pool))).toBe('cooling-down')
    expect(await lobby.queue.status(ada.id)).toEqual({ status: 'idle' })
    expect(await lobby.queue.join(bo, RATED)).toMatchObject({ status: 'waiting' })
    until = new Map()
    await lobby.queue.join(ada, RATED)
  })
})

describe('a rated match', () => {
  it('of two players who are paired, or of a challenge, is begun by whoever began less often', async () => {
    began = new Map([
      [ada.id, 3],
      [bo.id, 2],
    ])
    await lobby.queue.join(ada, RATED)
    await lobby.queue.join(bo, RATED)
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(1)
    const { header } = world.matches.only
    const counted = (host: PlayerRef) => ({ host: began.get(host.id)!, guest: host === ada ? 2 : 3 })
    const hostOf = ({ host }: MatchHeader): PlayerRef => (host.player.id === ada.id ? ada : bo)
    expect(header).toMatchObject({ seatBy: 'balance', began: counted(hostOf(header)) })
    expect(header.host.seat).toBe(hostOf(header) === bo ? 0 : 1)

    const { id } = await send(ada, bo, { clock: 'correspondence-1' })
    const match = await lobby.challenges.accept(bo, id)
    const challenged = world.matches.opened.get(match)!.header
    expect(challenged).toMatchObject({ seatBy: 'balance', began: { host: 3, guest: 2 } })
    expect(challenged.host).toMatchObject({ seat: 1, player: { id: ada.id } })
  })
})
