/** Matrices on linear RGB that show what people with a deficiency of colour vision see (Machado, 2009). */
const MATRICES = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

export type Sight = keyof typeof MATRICES
export const SIGHTS = Object.keys(MATRICES) as Sight[]

type Three = [number, number, number]

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const linearOf = (hex: string): Three =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Three

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (`#rrggbb`) by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** So much of one colour, and the rest of the other, in sRGB. */
export function mixed(one: string, other: string, share: number): string {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  const both = [1, 3, 5].map((at) => Math.round(channel(one, at) * share + channel(other, at) * (1 - share)))
  return `#${both.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** CIELAB, of what somebody with such a sight sees of a colour. */
function labOf(hex: string, sight: Sight): Three {
  const colour = linearOf(hex)
  const matrix = MATRICES[sight]
  const [red, green, blue] = [0, 3, 6].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        colour.reduce((sum, value, column) => sum + matrix[row + column]! * value, 0),
      ),
    ),
  ) as Three
  const root = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
  const y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  const z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** How different two colours look: their distance in CIELAB. */
export function distance(one: string, other: string, sight: Sight): number {
  const [a, b] = [labOf(one, sight), labOf(other, sight)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
