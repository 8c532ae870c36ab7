import { COLOURS } from './colours.ts'

/** The letters that the font of the pictures has: those of Western Europe, and a few marks. */
const DRAWABLE = /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026]+$/
/** What keeps the direction of a name from the text around it. */
const ISOLATES = /[\u2066-\u2069]/g
/** How wide a letter is on average, in sizes of the font. */
const LETTER = 0.56

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** How a text lies at its point. */
export interface Setting {
  size: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  /** How wide the text may be (px): a longer one is smaller, at most so much that it can be read. */
  width?: number
}

/** No text of a picture is smaller (px). Messengers show pictures at about a third of their size. */
const LEAST = 28

/** A text as SVG. Names in it are from strangers; what has letters that the font lacks is left out. */
export function written(text: string, x: number, y: number, setting: Setting): string {
  const plain = text.replace(ISOLATES, '')
  if (!DRAWABLE.test(plain)) return ''
  const { size, fill = COLOURS.ink, anchor = 'middle', width = Infinity } = setting
  const fitting = Math.max(LEAST, Math.min(size, width / (plain.length * LETTER)))
  const letters = Math.floor(width / (fitting * LETTER))
  const shown = plain.length > letters ? `${plain.slice(0, letters - 1)}…` : plain
  const escaped = shown.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
  return `<text x="${x}" y="${y}" font-size="${fitting.toFixed(1)}" fill="${fill}" text-anchor="${anchor}">${escaped}</text>`
}

/** The mark of a seat: a disc, or a rhomb. */
export function seatMark(seat: 0 | 1, x: number, y: number, radius: number, fill: string): string {
  return seat === 0
    ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
    : `<path d="M${x} ${y - radius * 1.2}l${radius * 1.2} ${radius * 1.2}-${radius * 1.2} ${radius * 1.2}-${radius * 1.2}-${radius * 1.2}z" fill="${fill}"/>`
}

/** A coin with a number. */
export const coin = (count: number, x: number, y: number, radius = 26): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${COLOURS.coin}" stroke="${COLOURS.coinRim}" stroke-width="3"/>` +
  written(String(count), x, y + 10, { size: 28, fill: COLOURS.onCoin })
