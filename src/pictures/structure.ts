import { BACKS, BANDS, COLOURS } from './colours.ts'

/** A card as it lies: its back, and its face if it is seen. */
export interface Lying {
  back: string
  card?: string | undefined
}

interface Laid {
  /** By slot. */
  cards: Readonly<Record<string, Lying>>
  /** The places of the age, by slot. */
  places: readonly { row: number; column: number }[]
  /** The colour of a building. Undefined for what is none. */
  colourOf: (card: string) => string | undefined
}

const BOX = { x: 252, y: 138, width: 696, height: 372 }
const GAP = 0.05
const CROWN = 0.58
const WIDEST = 140
/** A card is no lower than this share of its width. */
const UPRIGHT = 0.86

/** The structure of an age, as large as there is room. A card is a band in its colour: nobody could read more. */
export function structure({ cards, places, colourOf }: Laid): string {
  const rows = Math.max(...places.map(({ row }) => row)) + 1
  const columns = places.map(({ column }) => column)
  const first = Math.min(...columns)
  const across = (Math.max(...columns) - first + 2) / 2
  const height = BOX.height / (1 + (rows - 1) * CROWN)
  const width = Math.min(BOX.width / (across + (across - 1) * GAP), height / UPRIGHT, WIDEST)
  const left = BOX.x + (BOX.width - width * (across + (across - 1) * GAP)) / 2
  return Object.entries(cards)
    .map(([slot, card]) => ({ ...card, ...places[Number(slot)]! }))
    .sort((one, other) => one.row - other.row)
    .map(({ row, column, back, card }) => {
      const at = `translate(${left + ((column - first) / 2) * width * (1 + GAP)} ${BOX.y + row * CROWN * height})`
      return `<g transform="${at}">${card === undefined ? backOf(back, width, height) : face(colourOf(card), width, height)}</g>`
    })
    .join('')
}

const RIM = 'stroke="#0008" stroke-width="1.5"'

function face(colour = 'senator', width: number, height: number): string {
  const radius = width * 0.07
  const band = height * CROWN * 0.7
  return (
    `<rect width="${width}" height="${height}" rx="${radius}" fill="${COLOURS.paper}" ${RIM}/>` +
    `<path d="M0 ${radius}a${radius} ${radius} 0 0 1 ${radius}-${radius}h${width - 2 * radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}V${band}H0z" fill="${BANDS[colour] ?? BANDS.senator}"/>`
  )
}

const BARS: Readonly<Record<string, number>> = { I: 1, II: 2, III: 3 }

function backOf(back: string, width: number, height: number): string {
  const bars = BARS[back] ?? 0
  const middle = (height * CROWN) / 2
  const lines = Array.from({ length: bars }, (_, index) => {
    const x = width / 2 + (index - (bars - 1) / 2) * 14
    return `<path d="M${x} ${middle - 14}v28" stroke="${COLOURS.print}" stroke-width="5" opacity=".8"/>`
  })
  return `<rect width="${width}" height="${height}" rx="${width * 0.07}" fill="${BACKS[back] ?? BACKS.other}" ${RIM}/>${lines.join('')}`
}
