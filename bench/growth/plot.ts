import type { Point } from './fit.ts'
import { fit } from './fit.ts'

/** Points of one kind, with a name for the legend. */
export interface Series {
  name: string
  points: readonly Point[]
}

export interface Plot {
  title: string
  x: string
  y: string
  series: readonly Series[]
}

const WIDTH = 640
const HEIGHT = 400
const MARGIN = { left: 70, right: 20, top: 50, bottom: 55 }
const COLOURS = ['#1b6ca8', '#c2571a', '#3a7d44']
const TICKS = [1, 2, 5]

/**
 * A plot with logarithmic axes as SVG: the points of each series, and the power that fits them, with its exponent. Libraries
 * for charts need a browser's document or dozens of packages for this.
 */
export function svgOf({ title, x, y, series }: Plot): string {
  const all = series.flatMap(({ points }) => points)
  const across = scale(
    all.map((point) => point.x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  )
  const up = scale(
    all.map((point) => point.y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  )
  const bottom = HEIGHT - MARGIN.bottom
  const parts = [
    text(WIDTH / 2, 22, title, 'middle', 15),
    text(WIDTH / 2, HEIGHT - 12, x, 'middle'),
    `<g transform="rotate(-90 16 ${HEIGHT / 2})">${text(16, HEIGHT / 2, y, 'middle')}</g>`,
    ...across.ticks.flatMap((value) => [
      line(across.at(value), MARGIN.top, across.at(value), bottom, '#ddd'),
      text(across.at(value), bottom + 18, label(value), 'middle'),
    ]),
    ...up.ticks.flatMap((value) => [
      line(MARGIN.left, up.at(value), WIDTH - MARGIN.right, up.at(value), '#ddd'),
      text(MARGIN.left - 8, up.at(value) + 4, label(value), 'end'),
    ]),
  ]
  for (const [index, { name, points }] of series.entries()) {
    const colour = COLOURS[index % COLOURS.length]!
    const { factor, exponent } = fit(points)
    const [from, to] = [Math.min(...points.map((point) => point.x)), Math.max(...points.map((point) => point.x))]
    const height = (at: number): number => up.at(factor * at ** exponent)
    parts.push(line(across.at(from), height(from), across.at(to), height(to), colour))
    parts.push(
      ...points.map(
        (point) => `<circle cx="${round(across.at(point.x))}" cy="${round(up.at(point.y))}" r="4" fill="${colour}"/>`,
      ),
    )
    parts.push(
      text(
        MARGIN.left + 8,
        MARGIN.top - 8 + 16 * index,
        `${name}: exponent ${exponent.toFixed(2)}`,
        'start',
        12,
        colour,
      ),
    )
  }
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif">`
  return [head, `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`, ...parts, '</svg>', ''].join('\n')
}

/** Where values lie between two edges of the plot, and the round values between them. */
function scale(
  values: readonly number[],
  from: number,
  to: number,
): { at: (value: number) => number; ticks: number[] } {
  const [low, high] = [Math.min(...values) * 0.8, Math.max(...values) * 1.25]
  const at = (value: number): number => from + ((to - from) * Math.log(value / low)) / Math.log(high / low)
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
    for (const step of TICKS) {
      const value = step * 10 ** power
      if (value >= low && value <= high) ticks.push(value)
    }
  }
  return { at, ticks }
}

const label = (value: number): string => String(Number(value.toPrecision(2)))

const round = (value: number): string => value.toFixed(1)

const line = (x1: number, y1: number, x2: number, y2: number, colour: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"/>`

function text(x: number, y: number, content: string, anchor: string, size = 12, colour = '#222'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const place = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" fill="${colour}"`
  return `<text ${place}>${escaped}</text>`
}
