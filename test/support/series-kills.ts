import { expect } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import type { OwnMatchesAnswer, SeriesAnswer } from '../../src/protocol/index.ts'
import { otherSeat } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { clientOf } from './guest.ts'
import { finishedGame, get } from './rest.ts'
import { expectExactViews, seatTwo } from './seated-match.ts'

/** Moves in each game before it is given up. */
const MOVES = 6

/** Some legal actions, whoever decides. Resolves with how many there were. */
async function move(matches: readonly [LiveMatch, LiveMatch], most: number): Promise<void> {
  for (let moves = 0; moves < most; moves += 1) {
    const version = Math.max(...matches.map(({ value }) => value.version))
    await Promise.all(matches.map((match) => match.until((state) => state.version >= version)))
    const mover = matches.find(({ value }) => value.snapshot.board?.legal)!
    await mover.act(expandOffers(mover.value.snapshot.board!.legal)[0]!)
  }
}

/**
 * Plays a series to its third game, with a disaster in the middle of each game and right after each end. Nobody does
 * anything about the next game: it must begin for both players and for a spectator, once, and with everything that was
 * acknowledged before.
 */
export async function playSeriesThrough(urls: [string, string], disaster: (number: number) => Promise<void>) {
  const table = await seatTwo(urls, { series: { best: 3 } })
  const eve = await clientOf(urls[1], 'Eve')
  const curias = [...table.seats.map(({ curia }) => curia), eve] as const
  let disasters = 0
  try {
    // Ada, Ben and Eve.
    let matches = [table.seats[0].match, table.seats[1].match, await eve.watch(table.match)] as const
    const id = table.match
    for (let game = 1; ; game += 1) {
      const ofAda: Seat = matches[0].value.snapshot.you === 0 ? 0 : 1
      expect(matches[1].value.snapshot.you).toBe(otherSeat(ofAda))
      if (game < 3) expect(ofAda).toBe((game - 1) % 2)
      const { points } = matches[0].value.snapshot.series!
      expect([points[ofAda], points[otherSeat(ofAda)]]).toEqual([
        2 * Math.floor((game - 1) / 2),
        2 * Math.ceil((game - 1) / 2),
      ])
      await move([matches[0], matches[1]], MOVES)
      await disaster(disasters++)
      await move([matches[0], matches[1]], 1)
      // Ben wins the first game, Ada the second one, and so on.
      await matches[game % 2 === 1 ? 0 : 1].resign()
      await disaster(disasters++)
      for (const match of matches) {
        const { version, snapshot } = await match.until(({ ended }) => ended)
        expect(version).toBe(MOVES + 3)
        expect(snapshot.series!.after!.isOver).toBe(game === 3)
      }
      if (game === 3) break
      const nexts = await Promise.all(matches.map((match) => match.nextGame()))
      expect(new Set(nexts.map((next) => next.id)).size).toBe(1)
      matches = nexts as unknown as typeof matches
    }
    await expectExactViews(matches.map((match, index) => ({ curia: curias[index]!, match })))
    const series = await get<SeriesAnswer>(`${urls[0]}/v1/series/${id}`)
    const [ada, ben] = table.guests
    expect(series).toMatchObject({ status: 'ended', winner: ben.player.id, games: Array(3).fill({ status: 'ended' }) })
    expect(series.players.map(({ player, points }) => [player.id, points])).toEqual([
      [ada.player.id, 2],
      [ben.player.id, 4],
    ])
    for (const { match } of series.games) await finishedGame(urls[0], match)
    for (const { token } of table.guests) {
      expect((await get<OwnMatchesAnswer>(`${urls[1]}/v1/players/me/matches`, token)).matches).toEqual([])
    }
  } finally {
    table.close()
    eve.close()
  }
}
