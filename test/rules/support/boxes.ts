/** The boxes that can be played. */
import type { MatchOptions } from '../../../src/rules/index.ts'

export const BOXES = {
  base: { agora: false, pantheon: false },
  agora: { agora: true, pantheon: false },
  pantheon: { agora: false, pantheon: true },
  'agora-pantheon': { agora: true, pantheon: true },
} as const satisfies Record<string, Pick<MatchOptions, 'agora' | 'pantheon'>>

export type BoxName = keyof typeof BOXES
