import type { PlayerRef, Snapshot } from '../protocol/index.ts'
import { matchOptions } from '../protocol/index.ts'
import { catalogue } from '../rules/index.ts'
import { COLOURS, SEATS } from './colours.ts'
import { coin, seatMark, written } from './drawing.ts'
import { road } from './road.ts'
import { structure } from './structure.ts'
import { symbol } from './symbols.ts'
import { SIZE, table } from './table.ts'

/** A match as spectators see it. A game of the history has no board. */
export type Pictured = Pick<Snapshot, 'status' | 'kind' | 'options' | 'players' | 'board' | 'outcome' | 'scores'> & {
  /** The points so far, by seat, of a match in play. */
  points?: Readonly<Record<0 | 1, number>> | undefined
}

const AGES = ['The draft', 'Age I', 'Age II', 'Age III'] as const

/**
 * A picture of a match as SVG: the road, both cities, the structure, and what happens now. It shows what a spectator sees.
 * @param words what the preview of the link says, in a few words: it stands at the foot.
 */
export function pictureOf(shown: Pictured, words: string): string {
  const { board } = shown
  const foot = written(words, SIZE.width - 40, 588, { size: 34, anchor: 'end', width: 900 })
  if (!board) return table(result(shown, 0), result(shown, 1), foot)
  const box = catalogue(matchOptions(shown.kind, shown.options))
  const buildings = new Map<string, (typeof box.buildings)[number]>(box.buildings.map((one) => [one.id, one]))
  return table(
    road({ pawn: board.pawn, militaryTokens: board.militaryTokens, tokens: box.militaryTokens }),
    city(shown, 0),
    city(shown, 1),
    board.age === 0
      ? ''
      : structure({
          cards: board.structure,
          places: box.layouts[board.age],
          buildingOf: (card) => buildings.get(card),
        }),
    foot,
  )
}

/** What stands at the foot of the picture of a match in play: whose turn it is, and in which age. */
export function nowOf({ status, players, board }: Pictured): string | null {
  if (status !== 'playing' || board?.toAct === undefined) return null
  return `${players[board.toAct]?.name ?? ''} to move · ${AGES[board.age]}`
}

const CITY = { width: 210, height: 330, y: 150, left: 30 }

const frame = (x: number, y: number, width: number, height: number, isWinner: boolean): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="16" fill="${COLOURS.mat}" ` +
  `stroke="${isWinner ? COLOURS.gold : COLOURS.line}" stroke-width="${isWinner ? 5 : 2}"/>`

const pointsOf = ({ scores, points }: Pictured, seat: 0 | 1): number | undefined =>
  scores?.[seat].total ?? points?.[seat]

/** A laurel, with the points of a player next to it. */
const score = (points: number | undefined, x: number, y: number, size: number): string =>
  points === undefined
    ? ''
    : symbol('laurel', x - size * 0.6, y - size * 0.32, size * 0.9, COLOURS.gold) +
      written(String(points), x + size * 0.45, y, { size, fill: COLOURS.gold })

const nameAt = (player: PlayerRef | undefined, x: number, y: number, size: number, width: number): string =>
  written(player?.name ?? '', x, y, { size, width })

/** A city next to the table: whose it is, their points, and their coins. */
function city(shown: Pictured, seat: 0 | 1): string {
  const x = seat === 0 ? CITY.left : SIZE.width - CITY.left - CITY.width
  const middle = x + CITY.width / 2
  const coins = shown.board?.cities[seat].coins
  return [
    frame(x, CITY.y, CITY.width, CITY.height, shown.outcome?.winner === seat),
    seatMark(seat, middle, CITY.y + 66, 20, SEATS[seat]),
    nameAt(shown.players[seat], middle, CITY.y + 136, 36, CITY.width - 20),
    score(pointsOf(shown, seat), middle, CITY.y + 206, 44),
    coins === undefined ? '' : coin(coins, middle, CITY.y + 264),
  ].join('')
}

/** What came of a game of which nothing but the result is known. */
function result(shown: Pictured, seat: 0 | 1): string {
  const [x, y, width, height] = [seat === 0 ? 60 : SIZE.width / 2 + 20, 90, SIZE.width / 2 - 80, 400]
  const middle = x + width / 2
  return [
    frame(x, y, width, height, shown.outcome?.winner === seat),
    seatMark(seat, middle, y + 80, 28, SEATS[seat]),
    nameAt(shown.players[seat], middle, y + 180, 56, width - 60),
    score(pointsOf(shown, seat), middle, y + 310, 88),
  ].join('')
}
