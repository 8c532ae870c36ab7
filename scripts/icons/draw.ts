import { Resvg } from '@resvg/resvg-js'
import type { Picture } from './png.ts'

/** An icon of the installed page: its width and height in pixels, and the part that may be cut away on each side. */
export interface Icon {
  name: string
  size: number
  margin: number
}

/** A system may give a maskable icon another shape: it cuts away at most a tenth on each side. */
export const ICONS: readonly Icon[] = [
  { name: 'icon-192', size: 192, margin: 0 },
  { name: 'icon-512', size: 512, margin: 0 },
  { name: 'icon-maskable-512', size: 512, margin: 0.1 },
]

/** How wide and high the favicon is, in its own units. */
const UNITS = 24
/** The ground of the favicon. That of a maskable icon reaches its edges. */
const GROUND = '#A24A00'

export function drawIcon(favicon: string, { size, margin }: Icon): Picture {
  const units = UNITS / (1 - 2 * margin)
  const start = -margin * units
  const box = `viewBox="0 0 ${UNITS} ${UNITS}"`
  if (!favicon.includes(box)) throw new Error(`the favicon has no ${box}`)
  const svg = favicon.replace(box, `viewBox="${start} ${start} ${units} ${units}"`)
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: size },
    ...(margin > 0 && { background: GROUND }),
  }).render()
  return { width: drawn.width, height: drawn.height, pixels: drawn.pixels }
}
