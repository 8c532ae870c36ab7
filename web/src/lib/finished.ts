import type { PlayerRef, Seat } from './session.ts'

/** A finished game as lists show it. */
export interface FinishedGame {
  id: string
  kind: string
  clock: string
  rated: boolean
  players: Record<Seat, PlayerRef>
  outcome: { by: string; winner?: Seat }
  scores: Record<Seat, { total: number }>
  versions: number
  endedAt: number
}

export interface GamesPage {
  games: FinishedGame[]
  next?: string
}
