import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lobby } from '../../src/lobby/index.ts'
import type { ChallengeMessage, PlayerRef } from '../../src/protocol/index.ts'
import { challengeRequestSchema, CodedError } from '../../src/protocol/index.ts'
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
beforeEach(async () => {
  world = openWorld()
  ;[ada, bo, guest] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Guest')]
  guests = [guest.id]
  world.people.accounts.push(ada, bo)
  ;({ lobby } = world.open({
    rated: ratedPlayers({
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
