import { COLOURS, SEATS, ZONES } from './colours.ts'
import { written } from './drawing.ts'

/** What of a match the road shows. */
export interface OnTheRoad {
  pawn: number
  /** By the seat that pushes, which tokens are still there. */
  militaryTokens: Readonly<Record<0 | 1, Readonly<Record<string, unknown>>>>
  /** Each military token: how far from the middle it lies, and how many coins it takes, if it does that. */
  tokens: readonly { id: string; distance: number; opponentLoses?: number | undefined }[]
}

const [LEFT, WIDTH, TOP, HEIGHT] = [45, 1110, 44, 80]
const GATE = 100
/** The spaces between the gates, which are the capitals. */
const LAST = 8
const STEP = (WIDTH - 2 * GATE) / (2 * LAST + 1)
const MIDDLE = TOP + HEIGHT / 2

const xOf = (position: number): number => LEFT + GATE + (position + LAST + 0.5) * STEP
/** The pawn of a player who has won by it stands at the gate. */
const xOfPawn = (pawn: number): number => Math.min(Math.max(xOf(pawn), LEFT + GATE / 2), LEFT + WIDTH - GATE / 2)

const zoneOf = (position: number): number => {
  const far = Math.abs(position)
  return far === 0 ? 0 : far < 3 ? 1 : far < 6 ? 2 : 3
}

const space = (position: number): string =>
  `<rect x="${xOf(position) - STEP * 0.45}" y="${MIDDLE - 22}" width="${STEP * 0.9}" height="44" rx="6" fill="${ZONES[zoneOf(position)]}"/>`

const gate = (seat: 0 | 1): string => {
  const x = seat === 0 ? LEFT : LEFT + WIDTH - GATE
  return (
    `<g transform="translate(${x} ${TOP}) scale(${GATE / 60} ${HEIGHT / 60})">` +
    `<path d="M4 60V18h8v-8h8v6h6V8h8v8h6v-6h8v8h8v42H42V42a12 12 0 0 0-24 0v18z" fill="#5a4231" stroke="${SEATS[seat]}" stroke-width="2.4"/>` +
    `<path d="M18 60V42a12 12 0 0 1 24 0v18z" fill="${SEATS[seat]}" opacity=".35"/></g>`
  )
}

const loot = (position: number, text: string): string => {
  const x = xOf(position) - Math.sign(position) * STEP * 0.5
  return (
    `<rect x="${x - 20}" y="${TOP - 14}" width="40" height="34" rx="5" fill="${COLOURS.loot}" stroke="#ffb9a0" stroke-width="1.5"/>` +
    written(text, x, TOP + 13, { size: 28, fill: COLOURS.onLoot })
  )
}

/**
 * The military track as a road between two gates: the gate of seat 0 is left. Positions above 0 are nearer to that of
 * seat 1. A token has the coins that it takes on it; a point, if it does something else.
 */
export function road({ pawn, militaryTokens, tokens }: OnTheRoad): string {
  const positions = Array.from({ length: 2 * LAST + 1 }, (_, index) => index - LAST)
  const there = ([0, 1] as const).flatMap((pusher) =>
    tokens
      .filter(({ id }) => militaryTokens[pusher][id] === true)
      .map(({ distance, opponentLoses }) =>
        loot(pusher === 0 ? distance : -distance, opponentLoses === undefined ? '•' : `–${opponentLoses}`),
      ),
  )
  return [
    `<rect x="${LEFT + GATE - 4}" y="${MIDDLE - 30}" width="${WIDTH - 2 * GATE + 8}" height="60" rx="8" fill="${COLOURS.wood}"/>`,
    ...positions.map(space),
    gate(0),
    gate(1),
    ...there,
    `<path transform="translate(${xOfPawn(pawn)} ${TOP - 6}) scale(3.4) translate(-12 0)" d="M12 1.5a4.5 4.5 0 0 1 2.5 8.2c.3 4 1.5 6.3 4 8.3V22h-13v-4c2.5-2 3.7-4.3 4-8.3A4.5 4.5 0 0 1 12 1.5z" fill="${COLOURS.pawn}" stroke="${COLOURS.pawnRim}"/>`,
  ].join('')
}
