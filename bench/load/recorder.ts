import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_MS = 600_000

/** What the driver counts. Only `allMoves` and `games` count before the measured window. */
export class Recorder {
  measuring = false
  /** Set when the run is over: nothing more is sent. */
  stopping = false
  /** All matches are made; nobody moves before. */
  started = false
  allMoves = 0
  games = 0
  moves = 0
  closed = 0
  /** ms from a move to its acknowledgement. */
  readonly acknowledgedMs: number[] = []
  /** ms from a move to the opponent's update. */
  readonly opponentMs: number[] = []
  /** ms to make a match of two connected players. */
  readonly createdMs: number[] = []
  readonly bytes = { request: 0, acknowledgement: 0, mover: 0, opponent: 0, spectator: 0 }
  readonly errors: Record<string, number> = {}

  /** Resolves when there have been so many moves in all. @throws Error after ten minutes. */
  async moved(moves: number): Promise<void> {
    const signal = AbortSignal.timeout(LONGEST_MS)
    while (this.allMoves < moves) {
      if (signal.aborted) throw new Error(`there were ${this.allMoves} moves in ten minutes`)
      await delay(5)
    }
  }

  move(ms: number, requestBytes: number, acknowledgementBytes: number): void {
    this.allMoves += 1
    if (!this.measuring) return
    this.moves += 1
    this.acknowledgedMs.push(ms)
    this.bytes.request += requestBytes
    this.bytes.acknowledgement += acknowledgementBytes
  }

  update(role: 'mover' | 'opponent' | 'spectator', bytes: number): void {
    if (this.measuring) this.bytes[role] += bytes
  }

  opponentSaw(ms: number): void {
    if (this.measuring) this.opponentMs.push(ms)
  }

  created(ms: number): void {
    if (this.measuring) this.createdMs.push(ms)
  }

  error(code: string): void {
    this.errors[code] = (this.errors[code] ?? 0) + 1
  }
}
