// The chambers as wedges of a half ring, the first one at the left. Pure arithmetic; sizes are in CSS pixels.

export interface Wedge {
  /** The outline, as the data of a path. */
  path: string
  /** Where its decrees and its cubes have their centres. */
  decree: { x: number; y: number }
  cubes: { x: number; y: number }
}

const CHAMBERS = 6
const MARGIN = 4
/** The inner rim, as a share of the outer one. */
const INNER = 0.4
/** What is left free between two wedges, in radians. */
const GAP = 0.02

export function wedgesOf(width: number, height: number): Wedge[] {
  const [cx, cy] = [width / 2, height - 2]
  const [rx, ry] = [width / 2 - MARGIN, height - 2 - MARGIN]
  const at = (share: number, angle: number): { x: number; y: number } => ({
    x: cx + rx * share * Math.cos(angle),
    y: cy - ry * share * Math.sin(angle),
  })
  const text = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  const arc = (share: number, angle: number, sweep: 0 | 1): string =>
    `A${(rx * share).toFixed(1)} ${(ry * share).toFixed(1)} 0 0 ${sweep} ${text(at(share, angle))}`
  return Array.from({ length: CHAMBERS }, (_, index) => {
    const edge = (of: number): number => Math.PI * (1 - of / CHAMBERS)
    const [from, to, middle] = [edge(index) - GAP, edge(index + 1) + GAP, edge(index + 0.5)]
    return {
      path: `M${text(at(INNER, from))}L${text(at(1, from))}${arc(1, to, 1)}L${text(at(INNER, to))}${arc(INNER, from, 0)}z`,
      decree: at(0.8, middle),
      cubes: at(0.54, middle),
    }
  })
}
