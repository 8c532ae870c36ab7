import { tOr } from './i18n.svelte.ts'
import { titled } from './words.ts'

// Tournaments in words. What is newer than the page is shown by its id.

/** The formats that people open on the page; rounds by hand are for programs. */
export const FORMATS = ['swiss', 'knock-out', 'round-robin', 'arena'] as const

export const formatName = (format: string): string => tOr(`tournament.format.${format}`, titled(format))
export const statusName = (status: string): string => tOr(`tournament.status.${status}`, titled(status))
export const tieBreakName = (tieBreak: string): string => tOr(`tournament.tie.${tieBreak}`, titled(tieBreak))

/** Half points as people write them: 3 is 1½. */
export const pointsText = (half: number): string => {
  const whole = Math.floor(half / 2)
  if (half % 2 === 0) return String(whole)
  return whole === 0 ? '½' : `${whole}½`
}
