import type { PlayerRef, Snapshot } from '../protocol/index.ts'
import { matchOptions } from '../protocol/index.ts'
import { catalogue } from '../rules/index.ts'
import { COLOURS, SEATS } from './colours.ts'
import { coin, seatMark, written } from './drawing.ts'
import { road } from './road.ts'
import { structure } from './structure.ts'

/** A match as spectators see it. A game of the history has no board. */
export type Pictured = Pick<Snapshot, 'status' | 'kind' | 'options' | 'players' | 'board' | 'outcome' | 'scores'>

/** The size that messengers want (px). */
const SIZE = { width: 1200, height: 630 }
const AGES = ['The draft', 'Age I', 'Age II', 'Age III'] as const

/**
 * A picture of a match as SVG: the road, both cities, the structure, and what happens now. It shows what a spectator sees.
 * @param words what the preview of the link says, in a few words: it stands at the foot.
 */
export function pictureOf(shown: Pictured, words: string): string {
  const { board } = shown
  const box = catalogue(matchOptions(shown.kind, shown.options))
  const colours = new Map(box.buildings.map(({ id, color }) => [id, color]))
  const pawn = board?.pawn ?? 0
  const parts = [
    background,
    road({
      pawn,
      militaryTokens: board?.militaryTokens ?? { 0: {}, 1: {} },
      tokens: box.militaryTokens,
    }),
    ...([0, 1] as const).map((seat) => city(shown, seat)),
    board && board.age !== 0
      ? structure({ cards: board.structure, places: box.layouts[board.age], colourOf: (card) => colours.get(card) })
      : '',
    logo,
    written(words, SIZE.width - 40, 588, { size: 32, anchor: 'end', width: 900 }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" font-family="Philosopher" font-weight="700">${parts.join('')}</svg>`
}

/** What stands at the foot of the picture of a match in play: whose turn it is, and in which age. */
export function nowOf({ status, players, board }: Pictured): string | null {
  if (status !== 'playing' || board?.toAct === undefined) return null
  return `${players[board.toAct]?.name ?? ''} to move · ${AGES[board.age]}`
}

const background =
  `<defs><radialGradient id="lamp" cx="50%" cy="40%" r="90%">` +
  `<stop offset="0" stop-color="${COLOURS.lamp}"/><stop offset=".52" stop-color="${COLOURS.felt}"/>` +
  `<stop offset="1" stop-color="${COLOURS.night}"/></radialGradient></defs>` +
  `<rect width="${SIZE.width}" height="${SIZE.height}" fill="url(#lamp)"/>`

const logo =
  `<g transform="translate(44 566)" fill="none" stroke="${COLOURS.gold}" stroke-width="5">` +
  '<path d="M0 26a20 20 0 0 1 40 0M8 26a12 12 0 0 1 24 0M16 26a4 4 0 0 1 8 0"/></g>' +
  written('Curia', 96, 590, { size: 36, anchor: 'start' })

const CITY = { width: 210, height: 330, y: 150, left: 30 }

/** A city: whose it is, with their points after the end, and their coins before it; a free seat is an outline. */
function city(shown: Pictured, seat: 0 | 1): string {
  const x = seat === 0 ? CITY.left : SIZE.width - CITY.left - CITY.width
  const middle = x + CITY.width / 2
  const player: PlayerRef | undefined = shown.players[seat]
  const points = shown.scores?.[seat].total
  const coins = shown.board?.cities[seat].coins
  const isWinner = shown.outcome?.winner === seat
  const rim = player ? `fill="${COLOURS.mat}" stroke="${isWinner ? COLOURS.gold : COLOURS.line}"` : `fill="none" stroke="${COLOURS.muted}" stroke-dasharray="10 8"`
  return [
    `<rect x="${x}" y="${CITY.y}" width="${CITY.width}" height="${CITY.height}" rx="16" ${rim} stroke-width="${isWinner ? 5 : 2}"/>`,
    seatMark(seat, middle, CITY.y + 66, 20, SEATS[seat]),
    written(player?.name ?? 'A free seat', middle, CITY.y + 136, { size: 36, width: CITY.width - 20, fill: player ? COLOURS.ink : COLOURS.muted }),
    points === undefined ? '' : written(String(points), middle, CITY.y + 250, { size: 72, fill: COLOURS.gold }),
    points === undefined && coins !== undefined ? coin(coins, middle, CITY.y + 220) : '',
  ].join('')
}
