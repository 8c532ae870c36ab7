import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newHeader } from '../../src/matches/index.ts'
import { nextGame } from '../../src/matches/next-header.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { gameRecordSchema } from '../../src/protocol/index.ts'
import type { Fold, MatchHeader } from '../../src/record/index.ts'
import { advance, chosenSeat, openFold, otherSeat, scoreAfter, verifyRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { newPlayer } from '../support/players.ts'
import { ratedPlayers } from '../support/rated-players.ts'

const AT = Date.UTC(2026, 0, 1)

/** A match in which both players have their seats. */
function begun(header: MatchHeader, guest: PlayerRef): Fold {
  const body = { type: 'join', seat: otherSeat(header.host.seat), player: guest } as const
  return advance(openFold(header, AT), { version: 1, at: AT + 1, body }).fold
}

it('1,000 series end with the points of their games, and their seats alternate', async () => {
  const games = fc.array(fc.constantFrom('host' as const, 'guest' as const, 'shared' as const), {
    minLength: 5,
    maxLength: 5,
  })
  const best = fc.constantFrom(1 as const, 3 as const, 5 as const)
  const seat = fc.constantFrom<Seat>(0, 1)
  const played = async (most: 1 | 3 | 5, first: Seat, rated: boolean, coins: number, winners: readonly string[]) => {
    const [host, guest] = [newPlayer('Ada'), newPlayer('Bo')]
    const handicap = !rated && coins > 0 && { handicap: { seat: first, coins } }
    const options = { wonders: 'draft', tiedPawn: 'chooses', ...handicap } as const
    const terms = { clock: rated ? 'blitz' : 'none', rated, visibility: 'private' } as const
    const seating = chosenSeat(first)
    const series = { best: most }
    let header: MatchHeader | null = newHeader({ host, seating, kind: 'base', options, terms, series, origin: 'table' })
    const { id, code } = header
    const began: string[] = []
    const points = { host: 0, guest: 0 }
    const ids = new Set<string>()
    for (const winner of winners) {
      const fold: Fold = begun(header, guest)
      expect(gameRecordSchema.shape.header.parse(fold.header)).toEqual(fold.header)
      const checks = verifyRecord({ header, createdAt: AT, entries: [] })
      expect(checks.find(({ what }) => what.includes('series'))).toMatchObject({ ok: true })
      const ofHost = header.host.seat
      expect(header).toMatchObject({ code, series: { id, best: most, game: began.length + 1 } })
      expect(header.series!.points).toEqual({ [ofHost]: points.host, [otherSeat(ofHost)]: points.guest })
      if (handicap) expect(header.options.handicap).toEqual({ seat: ofHost, coins })
      const player = fold.players[0]!.id
      const isDrawn = began.length + 1 === most && points.host === points.guest
      // The seats of a last game that decides are drawn.
      if (began.length > 0 && !isDrawn) expect(player).not.toBe(began.at(-1))
      began.push(player)
      ids.add(header.id)
      if (winner !== 'guest') points.host += winner === 'host' ? 2 : 1
      if (winner !== 'host') points.guest += winner === 'guest' ? 2 : 1
      const seat = winner === 'shared' ? null : winner === 'host' ? ofHost : otherSeat(ofHost)
      const outcome = { winner: seat, by: 'civilian' } as const
      const score = scoreAfter(header.series!, outcome)
      header = await nextGame(fold, outcome, ratedPlayers())
      expect(header === null).toBe(score.isOver)
      if (!header) {
        const won = points.host === points.guest ? undefined : points.host > points.guest ? ofHost : otherSeat(ofHost)
        expect(score.winner).toBe(won)
        break
      }
    }
    expect(header).toBeNull()
    expect(points.host + points.guest).toBe(2 * began.length)
    expect(ids.size).toBe(began.length)
  }
  await fc.assert(fc.asyncProperty(best, seat, fc.boolean(), fc.nat({ max: 15 }), games, played), { numRuns: 1_000 })
})
