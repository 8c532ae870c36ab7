import { preferences } from '../../lib/preferences.svelte.ts'

// Durations and curves are those of the style sheet.

type Curve = 'out' | 'in-out' | 'drop'
type Duration = 'fade' | 'veil' | 'hop' | 'step' | 'fly' | 'long-fly' | 'land' | 'crack' | 'fall' | 'end' | 'quiet-end'

let style: CSSStyleDeclaration | null = null
const valueOf = (name: string): string => {
  style ??= getComputedStyle(document.documentElement)
  return style.getPropertyValue(name).trim()
}

export const curve = (name: Curve): string => valueOf(`--${name}`) || 'ease'

/** A time as long as the player wants it: `short` halves all of them. */
export const paced = (ms: number): number => (preferences.animation === 'short' ? ms / 2 : ms)

/** A duration, ms: a style sheet that was made smaller has seconds. */
export function lasting(name: Duration): number {
  const written = valueOf(`--ms-${name}`)
  const number = Number.parseFloat(written) || 0
  return paced(written.endsWith('ms') ? number : number * 1000)
}
