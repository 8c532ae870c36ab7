import type { StepRow } from './steps.ts'

/**
 * A military token. It lies on one side of the track and acts once, for the player who first pushes the pawn `distance`
 * spaces towards the other capital (base.md §6, agora.md §1.8).
 */
export interface MilitaryTokenRow {
  id: string
  distance: number
  /** Coins that the opponent of the pusher loses. */
  opponentLoses?: number
  /** The steps that the pusher resolves. */
  steps?: readonly StepRow[]
}

export const BASE_MILITARY_TOKENS = [
  { id: 'loot-2', distance: 3, opponentLoses: 2 },
  { id: 'loot-5', distance: 6, opponentLoses: 5 },
] as const satisfies readonly MilitaryTokenRow[]

export const AGORA_MILITARY_TOKENS = [
  { id: 'minor', distance: 3, steps: [{ kind: 'place' }] },
  { id: 'major', distance: 6, steps: [{ kind: 'remove' }, { kind: 'move' }] },
] as const satisfies readonly MilitaryTokenRow[]

/** Spaces from the centre to a capital. */
export const CAPITAL = 9

/** VP for the player whom the pawn favours, by its distance from the centre. */
export const TRACK_VP = [0, 2, 2, 5, 5, 5, 10, 10, 10, 0] as const
