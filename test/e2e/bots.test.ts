/** The opponents whom the server plays: whole games, and a kill while a bot thinks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { GAME_KIND_IDS, HOUSE_BOTS, houseBotRatings } from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { finishedGame } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const club = { opponent: { bot: 'club' } } as const

describe('a guest plays a whole game against a bot', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ BOT_PACE_MS: '0', BOT_SAMPLES: '4' })
  })
  afterAll(() => server?.destroy())

  it.each(drawn(GAME_KIND_IDS))('of %s over sockets, and reads it back', async (kind) => {
    const curia = new Curia({ url: server.url })
    try {
      const ada = await curia.guest({ name: 'Ada' })
      const shown = { level: 'club', player: HOUSE_BOTS.club, ratings: houseBotRatings('club') }
      expect(await curia.opponents()).toContainEqual(shown)
      const match = await curia.create({ kind, ...club, seat: 1 })
      expect(match.value.snapshot).toMatchObject({ status: 'playing', players: { 0: HOUSE_BOTS.club, 1: ada } })
      await playOn(match)
      const { game } = await finishedGame(server.url, match.id)
      expect(game.players[1]).toEqual(ada)
      expect(game.players[0].id).toBe(HOUSE_BOTS.club.id)
    } finally {
      curia.close()
    }
  })

  it.each(drawn(GAME_KIND_IDS))('of %s over HTTP alone', async (kind) => {
    const ada = await HttpPlayer.guest(server.url, 'Ada')
    const { snapshot } = await ada.create({ kind, ...club })
    const last = await ada.playOn(snapshot.match, pickAny)
    expect(last.snapshot.outcome).toBeDefined()
  })

  it('without a word of the bots in the log but what is for debugging', () => {
    const levels = server
      .output()
      .split('\n')
      .filter((line) => line.includes('a bot'))
      .map((line) => {
        return (JSON.parse(line) as { level: number }).level
      })
    expect(new Set(levels)).toEqual(new Set([20]))
  })
})

it('a server that is killed while its bots think plays on when it is there again, in all kinds of game', async () => {
  // The pace is the time in which the server is killed for certain.
  const server = await startServer({ BOT_PACE_MS: '4000', BOT_SAMPLES: '4' })
  try {
    const matches = await Promise.all(
      GAME_KIND_IDS.map(async (kind) => {
        const ada = await HttpPlayer.guest(server.url, 'Ada')
        const { snapshot, version } = await ada.create({ kind, ...club, seat: 1 })
        expect(snapshot.board?.legal).toBeUndefined()
        return { ada, match: snapshot.match, version }
      }),
    )
    await server.end('SIGKILL')
    await server.start()
    await Promise.all(
      matches.map(async ({ ada, match, version }) => {
        expect((await ada.view(match)).version).toBe(version)
        let view = await ada.view(match, { after: version, wait: 25 })
        while (!view.snapshot.board?.legal) view = await ada.view(match, { after: view.version, wait: 25 })
        expect(view.version).toBeGreaterThan(version)
      }),
    )
  } finally {
    await server.destroy()
  }
})
