import type { Catalogue } from '../rules/index.ts'
import { COLOURS, PLATES } from './colours.ts'
import { coin, written } from './drawing.ts'
import { symbol } from './symbols.ts'

export type Building = Catalogue['buildings'][number]

/** One thing that stands in a row, and how wide it is (px). */
interface Part {
  width: number
  draw: (x: number, y: number) => string
}

/** The parts in a row around a point, smaller if there is no room for them. */
export function inARow(parts: readonly Part[], x: number, y: number, room: number): string {
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  const scale = Math.min(1, room / Math.max(width, 1))
  let left = -width / 2
  const drawn = parts.map((part) => {
    const at = left + part.width / 2
    left += part.width
    return part.draw(at, 0)
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})">${drawn.join('')}</g>`
}

const times = (part: Part, count: number): Part[] => Array.from({ length: count }, () => part)

/** A plate of a resource: raw ones are square, manufactured ones are round. */
const plate = (resource: string, size: number): Part => ({
  width: size + 4,
  draw: (x, y) =>
    `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" ` +
    `rx="${resource === 'glass' || resource === 'papyrus' ? size / 2 : size / 5}" fill="${PLATES[resource] ?? COLOURS.mat}"/>` +
    symbol(resource, x, y, size * 0.7, COLOURS.onPlate),
})

const coins = (count: number): Part => ({ width: 46, draw: (x, y) => coin(count, x, y, 21) })

const sign = (name: string, size: number, fill: string): Part => ({
  width: size + 4,
  draw: (x, y) => symbol(name, x, y, size, fill),
})

/** Victory points, in their rosette. */
const points = (count: number): Part => ({
  width: 48,
  draw: (x, y) =>
    symbol('vp', x, y, 46, COLOURS.vp) + written(String(count), x, y + 10, { size: 28, fill: COLOURS.onVp }),
})

/** What a building does, as far as symbols can say it in a small place. */
export function effectOf(
  { produces = {}, shields = 0, science, vp = 0, coins: gained = 0 }: Building,
  ink: string,
): Part[] {
  return [
    ...Object.entries(produces).flatMap(([resource, units]) => times(plate(resource, 32), units)),
    ...times(sign('shield', 30, ink), shields),
    ...(science === undefined ? [] : [sign(science, 34, ink)]),
    ...(vp === 0 ? [] : [points(vp)]),
    ...(gained === 0 ? [] : [coins(gained)]),
  ]
}

/** A coin without a number, which would be too small to be read. */
const smallCoin: Part = {
  width: 20,
  draw: (x, y) =>
    `<circle cx="${x}" cy="${y}" r="10" fill="${COLOURS.coin}" stroke="${COLOURS.coinRim}" stroke-width="2.5"/>`,
}

/** What a building costs: each unit by itself. */
export const costOf = ({ cost: { coins: count = 0, ...resources } }: Building): Part[] => [
  ...times(smallCoin, count),
  ...Object.entries(resources).flatMap(([resource, units]) => times(plate(resource, 24), units)),
]
