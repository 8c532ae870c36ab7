/** Rated games on the built server, over both doors: they are between accounts, and their seats are drawn. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { CuriaError } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import type { Game, PlayerProfile } from '../../src/protocol/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { newActionId } from '../support/players.ts'
import { finishedGame, get } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const RATED = { kind: 'base', clock: 'standard', rated: true } as const

let server: Server
const keep = clientsOfEachTest()
beforeAll(async () => {
  server = await startServer({ BOT_PACE_MS: '0', BOT_SAMPLES: '4' })
})
afterAll(() => server?.destroy())

const guest = async (name: string): Promise<Curia> => keep(await clientOf(server.url, name))

async function account(name: string): Promise<Curia> {
  const curia = await guest('Guest')
  await curia.register({ name, password: 'correct horse battery' })
  return curia
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof CuriaError ? error.code : String(error)),
  )

/** What a guest asks for that is rated, over a socket and over HTTP. */
const ASKED: readonly [string, (guest: Curia, other: { id: string; code: string }) => Promise<unknown>][] = [
  ['an invitation, over a socket', (curia) => curia.create(RATED)],
  ['an invitation, over HTTP', ({ rest }) => rest.post('/v1/matches', { body: RATED })],
  ['an open table, over a socket', (curia) => curia.create({ ...RATED, listed: true })],
  [
    'a match against a bot, over HTTP',
    ({ rest }) => rest.post('/v1/matches', { body: { ...RATED, opponent: { bot: 'novice' } } }),
  ],
  ['a seat by its code, over a socket', (curia, { code }) => curia.join({ code })],
  ['a seat by its code, over HTTP', ({ rest }, { code }) => rest.post('/v1/matches/join', { body: { code } })],
  ['a place in a pool, over a socket', ({ queue }) => queue.join(RATED)],
  ['a place in a pool, over HTTP', ({ rest }) => rest.post('/v1/queue', { body: RATED })],
  ['a challenge, over a socket', ({ challenges }, { id }) => challenges.send({ ...RATED, to: { player: id } })],
  [
    'a challenge, over HTTP',
    ({ rest }, { id }) => rest.post('/v1/challenges', { body: { ...RATED, to: { player: id } } }),
  ],
]

describe('a guest who asks for something rated', () => {
  it.each(ASKED)('is told that an account is needed: %s', async (what, ask) => {
    const host = await account(`Host ${ASKED.findIndex(([each]) => each === what)}`)
    const { value } = await host.create({ ...RATED, clock: 'correspondence-3' })
    const other = { id: host.session.value.player!.id, code: value.snapshot.code! }
    expect(await refusal(ask(await guest('Gus'), other))).toBe('account-needed')
  })

  it('is served once they have claimed an account, also on a socket that was open before', async () => {
    const [ada, gus] = [await account('Ada'), await guest('Gus')]
    await gus.connect()
    const { snapshot } = (await ada.create(RATED)).value
    const seat = { code: snapshot.code! }
    expect(await refusal(gus.join(seat))).toBe('account-needed')
    expect(await refusal(ada.challenges.send({ ...RATED, to: { player: gus.session.value.player!.id } }))).toBe(
      'account-needed',
    )
    const { token } = await gus.rest.post('/v1/players/me/account', {
      body: { name: 'Gus', password: 'correct horse battery' },
    })
    expect(token).toBeTruthy()
    await gus.join(seat)
  })
})

describe('a rated match', () => {
  it.each([0, 1] as const)('has no chosen seat (%i)', async (seat) => {
    const curia = await guest('Nobody')
    const asked = { ...RATED, seat }
    expect(await refusal(curia.create(asked))).toBe('bad-request')
    expect(await refusal(curia.rest.post('/v1/matches', { body: asked }))).toBe('bad-request')
    const challenge = { ...asked, to: { name: 'Ada' } }
    expect(await refusal(curia.challenges.send(challenge))).toBe('bad-request')
    expect(await refusal(curia.rest.post('/v1/challenges', { body: challenge }))).toBe('bad-request')
  })

  it('is rated only if each player has taken a turn after the draft', async () => {
    const players = [await HttpPlayer.account(server.url, 'Cy'), await HttpPlayer.account(server.url, 'Di')] as const
    const game = async (isEnough: (turns: ReadonlySet<number>) => boolean): Promise<Game> => {
      const { snapshot } = await players[0].create(RATED)
      const { match } = snapshot
      await players[1].join(snapshot.code!)
      const turns = new Set<number>()
      while (!isEnough(turns)) {
        for (const player of players) {
          const view = await player.view(match)
          const { board } = view.snapshot
          if (!board?.legal || isEnough(turns)) continue
          if (board.decision?.kind === 'turn') turns.add(board.toAct!)
          await player.act(match, view, pickAny(view.snapshot))
        }
      }
      await players[0].resign(match)
      return (await finishedGame(server.url, match)).game
    }
    const [early, late] = [await game(({ size }) => size === 1), await game(({ size }) => size === 2)]
    expect(early.rated).toBe(false)
    expect(early.ratings).toBeUndefined()
    expect(late.rated).toBe(true)
    // A moment after its end, the game is stored.
    const ratings = async () => (await get<Game>(`${server.url}/v1/games/${late.id}`)).ratings
    await expect.poll(ratings).toMatchObject({ kind: 'base-real-time', 0: { before: 1500 }, 1: { before: 1500 } })
    // The server analyses it although nobody asks, and the unrated one not.
    const profile = () => get<PlayerProfile>(`${server.url}/v1/players/${players[0].player.id}`)
    await expect.poll(profile).toMatchObject({ games: 2, play: { games: 1, cost: { margin: null } } })
    expect((await fetch(`${server.url}/v1/games/${late.id}/analysis`)).status).toBe(200)
    expect((await fetch(`${server.url}/v1/games/${early.id}/analysis`)).status).toBe(401)
  })

  it('shows no seat while it waits in the list of tables, and a casual one does', async () => {
    const ada = await account('Ede')
    const rated = (await ada.create({ ...RATED, listed: true, actionId: newActionId() })).value.snapshot.match
    const casual = (await ada.create({ clock: 'slow', listed: true, seat: 1 })).value.snapshot.match
    const seats = async (): Promise<[string, number | undefined][]> =>
      (await ada.rest.get('/v1/tables')).tables.map(({ match, seat }) => [match, seat])
    await expect.poll(seats).toEqual(
      expect.arrayContaining([
        [rated, undefined],
        [casual, 1],
      ]),
    )
  })
})
