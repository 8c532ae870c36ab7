// Where the cards of the structure lie. Pure arithmetic, so that it can be tested for every
// viewport.

export interface PlaceOfCard {
  row: number
  column: number
}

export interface CardBox {
  x: number
  y: number
}

/** Sizes in CSS pixels. */
export interface StructureLayout {
  /** Of one card. */
  width: number
  height: number
  /** What a card that lies on top never covers. */
  crown: number
  /** By slot. */
  boxes: CardBox[]
}

const GAP = 0.05
/** The share of a card's height that stays free when the height of the field decides. */
const LEAST_CROWN = 0.58
const MOST_CROWN = 0.76
const WIDEST = 176
/** A card is no lower than this share of its width, */
const LEAST_UPRIGHT = 0.86
/** unless it would be narrower than this: then what is printed on it has no room. */
const LEAST_WIDTH = 78

const clamp = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)

/** The largest cards with which all places fit into a field, centred. */
export function layOut(places: readonly PlaceOfCard[], fieldWidth: number, fieldHeight: number): StructureLayout {
  const rows = Math.max(...places.map(({ row }) => row)) + 1
  const columns = places.map(({ column }) => column)
  const first = Math.min(...columns)
  const across = (Math.max(...columns) - first + 2) / 2
  const byHeight = fieldHeight / (1 + (rows - 1) * LEAST_CROWN)
  const byWidth = fieldWidth / (across + (across - 1) * GAP)

  let [width, height, share] = [byWidth, byHeight, LEAST_CROWN]
  if (byWidth >= byHeight / 1.25) {
    width = Math.min(byWidth, Math.max(LEAST_WIDTH, byHeight / LEAST_UPRIGHT), WIDEST)
  } else {
    height = Math.min(byHeight, 1.5 * byWidth)
    share = clamp(LEAST_CROWN, (fieldHeight / height - 1) / (rows - 1), MOST_CROWN)
  }
  const crown = share * height
  const step = width * (1 + GAP)
  const left = (fieldWidth - (width + (across - 1) * step)) / 2
  const top = (fieldHeight - (height + (rows - 1) * crown)) / 2
  const boxes = places.map(({ row, column }) => ({ x: left + ((column - first) / 2) * step, y: top + row * crown }))
  return { width, height, crown, boxes }
}
