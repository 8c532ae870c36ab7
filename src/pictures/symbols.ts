import { readFileSync } from 'node:fs'

/** The inside of each symbol, on a grid of 24. The same file from `src` and from `dist`. */
const SYMBOLS = JSON.parse(readFileSync(new URL('../../assets/symbols.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>

/** A symbol around a point; nothing for one that there is not. */
export function symbol(name: string, x: number, y: number, size: number, fill: string): string {
  const inside = SYMBOLS[name]
  if (inside === undefined) return ''
  const scale = size / 24
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})" fill="${fill}" color="${fill}">${inside}</g>`
}
