import { BACKS, BAND_INKS, BANDS, COLOURS } from './colours.ts'
import type { Building } from './effects.ts'
import { costOf, effectOf, inARow } from './effects.ts'

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
  /** A building by its id. Undefined for what is none, as a senator. */
  buildingOf: (card: string) => Building | undefined
}

/** Where the structure lies (px). */
interface Room {
  x: number
  y: number
  width: number
  height: number
}
const BETWEEN_THE_CITIES: Room = { x: 252, y: 138, width: 696, height: 392 }
const GAP = 0.05
const CROWN = 0.58
const WIDEST = 140
/** A card is no lower than this share of its width. */
const UPRIGHT = 0.86

/** The structure of an age, as large as there is room: of each card what symbols can say, for nobody could read more. */
export function structure({ cards, places, buildingOf }: Laid, room = BETWEEN_THE_CITIES): string {
  const rows = Math.max(...places.map(({ row }) => row)) + 1
  const columns = places.map(({ column }) => column)
  const first = Math.min(...columns)
  const across = (Math.max(...columns) - first + 2) / 2
  const height = room.height / (1 + (rows - 1) * CROWN)
  const width = Math.min(room.width / (across + (across - 1) * GAP), height / UPRIGHT, WIDEST)
  const left = room.x + (room.width - width * (across + (across - 1) * GAP)) / 2
  return Object.entries(cards)
    .map(([slot, card]) => ({ ...card, ...places[Number(slot)]! }))
    .sort((one, other) => one.row - other.row)
    .map(({ row, column, back, card }) => {
      const at = `translate(${left + ((column - first) / 2) * width * (1 + GAP)} ${room.y + row * CROWN * height})`
      return `<g transform="${at}">${card === undefined ? backOf(back, width, height) : face(buildingOf(card), width, height)}</g>`
    })
    .join('')
}

const RIM = 'stroke="#0008" stroke-width="1.5"'

function face(building: Building | undefined, width: number, height: number): string {
  const colour = building?.color ?? 'senator'
  const radius = width * 0.07
  const crown = height * CROWN
  const band = crown * 0.62
  const top = `M0 ${radius}a${radius} ${radius} 0 0 1 ${radius}-${radius}h${width - 2 * radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}`
  const ink = BAND_INKS[colour] ?? '#fff'
  return (
    `<rect width="${width}" height="${height}" rx="${radius}" fill="${COLOURS.paper}" ${RIM}/>` +
    `<path d="${top}V${band}H0z" fill="${BANDS[colour] ?? BANDS.senator}"/>` +
    (building
      ? inARow(effectOf(building, ink), width / 2, band / 2, width - 10) +
        inARow(costOf(building), width / 2, (band + crown) / 2 + 2, width - 12)
      : '')
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
  const edge = `<rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="${width * 0.05}" fill="none" stroke="${COLOURS.print}" stroke-width="1.5" opacity=".4"/>`
  return `<rect width="${width}" height="${height}" rx="${width * 0.07}" fill="${BACKS[back] ?? BACKS.other}" ${RIM}/>${edge}${lines.join('')}`
}
