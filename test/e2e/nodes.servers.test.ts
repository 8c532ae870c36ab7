import { describe, expect, it } from 'vitest'
import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import { finishedGame } from '../support/rest.ts'
import { expectExactViews, seatTwo } from '../support/seated-match.ts'
import { twoNodes } from '../support/two-nodes.ts'

const { node, urls } = twoNodes()

describe('two nodes on one Redis and one Postgres', () => {
  it('serve two players of one match, each on one node, with spectators on both', async () => {
    const table = await seatTwo(urls(), { kind: 'agora' })
    const spectators = await Promise.all(urls().map(async (url) => new Client(url, await becomeGuest(url, 'Eve'))))
    const versions: number[][] = spectators.map(() => [])
    try {
      for (const [index, spectator] of spectators.entries()) {
        spectator.onStep = ({ version }) => versions[index]!.push(version)
        await spectator.watch(table.match)
      }
      await table.play()
      const last = table.clients[0].known.version
      await Promise.all([...table.clients, ...spectators].map((client) => client.past(last - 1)))

      await expectExactViews([...table.clients, ...spectators])
      expect(spectators[0]!.known.snapshot).toEqual(spectators[1]!.known.snapshot)
      // Each spectator got each version once, in order.
      for (const seen of versions) expect(seen).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 2))
      const games = await Promise.all(urls().map((url) => finishedGame(url, table.match)))
      expect(games[0]).toEqual(games[1])
      expect(games[0]!.game.scores).toEqual(table.clients[0].known.snapshot.scores)
    } finally {
      table.close()
      for (const spectator of spectators) spectator.close()
    }
  })

  it('serve one player over HTTP alone, and the other over a socket on the other node', async () => {
    const [here, there] = urls()
    const ada = await HttpPlayer.guest(here, 'Ada')
    const { snapshot } = await ada.create({ seat: 0 })
    const ben = new Client(there, await becomeGuest(there, 'Ben'))
    try {
      await ben.join({ code: snapshot.code! })
      const playing = (async () => {
        for (;;) {
          const { version, snapshot } = ben.known
          if (snapshot.status === 'ended') return
          if (snapshot.board?.legal) await ben.act(pickAny(snapshot), version)
          await ben.past(version)
        }
      })()
      const last = await ada.playOn(snapshot.match, pickAny)
      await playing
      expect(ben.known.snapshot.scores).toEqual(last.snapshot.scores)
    } finally {
      ben.close()
    }
  })

  it('serve a player whose node has died: they go on at the other node', async () => {
    const [here, there] = urls()
    const table = await seatTwo([there, here])
    const [ada] = table.clients
    let second: Client | undefined
    try {
      const playing = table.play().catch(() => undefined)
      await ada.past(12)
      await node(1).end('SIGKILL')
      ada.close()
      // The same player goes on with the same token.
      second = new Client(here, { player: ada.player, token: table.tokens[0] })
      await second.watch(table.match)
      expect(second.known.snapshot.you).toBe(0)
      expect(second.known.version).toBeGreaterThanOrEqual(ada.known.version)
      while (second.known.snapshot.status !== 'ended') {
        const { version, snapshot } = second.known
        if (snapshot.board?.legal) await second.act(pickAny(snapshot), version)
        await second.past(version)
      }
      await playing
      await finishedGame(here, table.match)
    } finally {
      second?.close()
      table.close()
      await node(1).start()
    }
  })
})
