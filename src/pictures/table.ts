import { COLOURS } from './colours.ts'
import { written } from './drawing.ts'

/** The size that messengers want (px). */
export const SIZE = { width: 1200, height: 630 } as const

/** Engraved half rings around the foot of the table. */
const rings = [560, 440, 340, 204]
  .map((radius) => `<path d="M${SIZE.width / 2 - radius} ${SIZE.height}a${radius} ${radius} 0 0 1 ${2 * radius} 0"/>`)
  .join('')

const background =
  `<defs><radialGradient id="lamp" cx="50%" cy="40%" r="90%">` +
  `<stop offset="0" stop-color="${COLOURS.lamp}"/><stop offset=".52" stop-color="${COLOURS.felt}"/>` +
  `<stop offset="1" stop-color="${COLOURS.night}"/></radialGradient></defs>` +
  `<rect width="${SIZE.width}" height="${SIZE.height}" fill="url(#lamp)"/>` +
  `<g fill="none" stroke="${COLOURS.gold}" stroke-width="3" opacity=".12">${rings}</g>`

const logo =
  `<g transform="translate(44 566)" fill="none" stroke="${COLOURS.gold}" stroke-width="5">` +
  '<path d="M0 26a20 20 0 0 1 40 0M8 26a12 12 0 0 1 24 0M16 26a4 4 0 0 1 8 0"/></g>' +
  written('Curia', 96, 590, { size: 36, anchor: 'start' })

/** A table by lamplight with what lies on it, as SVG. */
export const table = (...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" ` +
  `font-family="Philosopher" font-weight="700">${[background, ...parts, logo].join('')}</svg>`
