import { describe, expect, it } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { finishedGame } from '../support/rest.ts'
import { expectExactViews, seatTwo } from '../support/seated-match.ts'
import { twoNodes } from '../support/two-nodes.ts'

const { node, urls } = twoNodes()

describe('two nodes on one Redis and one Postgres', () => {
  it('serve two players of one match, each on one node, with spectators on both', async () => {
    const table = await seatTwo(urls(), { kind: 'agora' })
    const curias = await Promise.all(urls().map((url) => clientOf(url, 'Eve')))
    try {
      const spectators = await Promise.all(
        curias.map(async (curia) => {
          const versions: number[] = []
          const match = await curia.watch(table.match)
          match.subscribe((_, change) => {
            if (change?.type === 'steps') versions.push(...change.steps.map(({ version }) => version))
          })
          return { curia, match, versions }
        }),
      )
      await table.play()
      const [ada] = table.seats
      const last = ada.match.value.version
      await Promise.all(
        [...table.seats, ...spectators].map(({ match }) => match.until(({ version }) => version >= last)),
      )

      await expectExactViews([...table.seats, ...spectators])
      expect(spectators[0]!.match.value.snapshot).toEqual(spectators[1]!.match.value.snapshot)
      // Each spectator got each version once, in order.
      for (const { versions } of spectators) {
        expect(versions).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 2))
      }
      const games = await Promise.all(urls().map((url) => finishedGame(url, table.match)))
      expect(games[0]).toEqual(games[1])
      expect(games[0]!.game.scores).toEqual(ada.match.value.snapshot.scores)
    } finally {
      table.close()
      for (const curia of curias) curia.close()
    }
  })

  it('serve one player over HTTP alone, and the other over a socket on the other node', async () => {
    const [here, there] = urls()
    const ada = await HttpPlayer.guest(here, 'Ada')
    const { snapshot } = await ada.create({ seat: 0 })
    const ben = await clientOf(there, 'Ben')
    try {
      const match = await ben.join({ code: snapshot.code! })
      const [last] = await Promise.all([ada.playOn(snapshot.match, pickAny), playOn(match, pickAny)])
      expect(match.value.snapshot.scores).toEqual(last.snapshot.scores)
    } finally {
      ben.close()
    }
  })

  it('serve a player whose node has died: they go on at the other node', async () => {
    const [here, there] = urls()
    const table = await seatTwo([there, here])
    const [ada] = table.seats
    let second: Curia | undefined
    try {
      const playing = table.play().catch(() => undefined)
      await ada.match.until(({ version }) => version > 12)
      await node(1).end('SIGKILL')
      ada.curia.close()
      // The same player goes on with the same token, and the other one plays on.
      second = await clientOf(here, table.guests[0])
      const match = await second.watch(table.match)
      expect(match.value.snapshot.you).toBe(0)
      expect(match.value.version).toBeGreaterThanOrEqual(ada.match.value.version)
      await playOn(match, pickAny)
      await playing
      await finishedGame(here, table.match)
    } finally {
      second?.close()
      table.close()
      await node(1).start()
    }
  })
})
