// How the buildings of a city lie in fans, one for each colour. Pure arithmetic; sizes are in CSS pixels.

export interface FansLayout {
  /** How much of a card the next one of its fan covers. */
  lap: number
  rows: number
  /** Of all rows. */
  height: number
}

export interface FansRoom {
  width: number
  height: number
}

const GAP = { x: 9, y: 8 }
/** The least that cards of a fan overlap. */
const LEAST_LAP = 3
/** At most this share of a card is covered. */
const MOST_LAP = 0.62

/** The width of a fan. */
const widthOf = (cards: number, width: number, lap: number): number => width + (cards - 1) * (width - lap)

/** The rows that fans need next to each other; a fan that is wider than a row breaks. */
function rowsOf(fans: readonly number[], room: number, width: number, lap: number): number {
  let [rows, used] = [1, 0]
  for (const cards of fans) {
    const fan = widthOf(cards, width, lap)
    const before = used === 0 ? 0 : used + GAP.x
    if (before + fan <= room) used = before + fan
    else {
      const full = Math.max(1, Math.floor((room - width) / (width - lap)) + 1)
      const lines = Math.ceil(cards / full)
      rows += (used === 0 ? 0 : 1) + lines - 1
      used = widthOf(cards - (lines - 1) * full, width, lap)
    }
  }
  return rows
}

/**
 * The least overlap with which all fans fit into their room.
 * @param fans how many cards each colour has, without those that have none
 */
export function fansOf(fans: readonly number[], room: FansRoom, card: FansRoom): FansLayout {
  const most = Math.floor(card.width * MOST_LAP)
  const heightOf = (rows: number): number => rows * (card.height + GAP.y) - GAP.y
  for (let lap = LEAST_LAP; ; lap += 1) {
    const rows = rowsOf(fans, room.width, card.width, lap)
    if (heightOf(rows) <= room.height || lap >= most)
      return { lap, rows: fans.length === 0 ? 0 : rows, height: heightOf(rows) }
  }
}
