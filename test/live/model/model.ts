import type { Commit, CommitResult, RematchState } from '../../../src/live/index.ts'
import type { ChatRoom } from '../../../src/protocol/index.ts'
import type { MatchHeader } from '../../../src/record/index.ts'
import type { Seat } from '../../../src/rules/index.ts'

/** A line of the chat as the model knows it: only the stores know times. */
export interface ModelLine {
  number: number
  text: string
  muted: Seat[]
}

/** A match as the model knows it. */
export class ModelMatch {
  readonly header: MatchHeader
  readonly log: Pick<Commit, 'body' | 'actionId'>[] = []
  status: 'waiting' | 'playing' | 'ended' | 'aborted' = 'waiting'
  deadline: 'none' | 'far' | 'past' = 'none'
  readonly chat: Record<ChatRoom, ModelLine[]> = { players: [], spectators: [] }
  readonly #players: Set<Seat>
  readonly #connections: Record<Seat, Set<number>> = { 0: new Set(), 1: new Set() }
  readonly #watchers = new Map<number, number>()
  readonly #muted = new Set<Seat>()
  readonly #offered = new Set<Seat>()
  #next: MatchHeader | null = null

  constructor(header: MatchHeader) {
    this.header = header
    this.#players = new Set([header.host.seat])
  }

  get waits(): boolean {
    return this.status === 'waiting'
  }

  get isOver(): boolean {
    return this.status === 'ended' || this.status === 'aborted'
  }

  /** Whether it is found by who looks for matches whose time has run out. */
  get isOverdue(): boolean {
    return this.deadline === 'past'
  }

  /** What a commit comes to, without times, before it is done. */
  judge(commit: Commit): { status: CommitResult['status']; version?: number } {
    const { version, condition } = commit
    if (version !== this.log.length) return { status: 'stale', version: this.log.length }
    if (this.isOverdue !== (condition?.is === 'overdue')) return { status: this.isOverdue ? 'late' : 'premature' }
    if (condition?.is === 'away' && !this.away.includes(condition.seat)) return { status: 'premature' }
    return { status: 'committed', version: version + 1 }
  }

  /** Whether that put it into the outbox. */
  apply({ body, actionId, ends, deadline }: Commit): boolean {
    this.log.push({ body, ...(actionId !== undefined && { actionId }) })
    if (this.isOver) return false
    if (body.type === 'join') this.#players.add(body.seat)
    if (ends) {
      this.status = ends === 'game' ? 'ended' : 'aborted'
      this.deadline = 'none'
      return ends === 'game'
    }
    if (body.type === 'join') this.status = 'playing'
    if (deadline !== undefined) this.deadline = deadline === null ? 'none' : 'at' in deadline ? 'past' : 'far'
    return false
  }

  connect(seat: Seat, connection: number): void {
    this.#connections[seat].add(connection)
  }

  disconnect(seat: Seat, connection: number): void {
    this.#connections[seat].delete(connection)
  }

  watching(node: number, watchers: number): void {
    this.#watchers.set(node, watchers)
  }

  get seats(): Seat[] {
    return ([0, 1] as const).filter((seat) => this.#connections[seat].size > 0)
  }

  get away(): Seat[] {
    return ([0, 1] as const).filter((seat) => this.#players.has(seat) && this.#connections[seat].size === 0)
  }

  get watchers(): number {
    return [...this.#watchers.values()].reduce((sum, count) => sum + count, 0)
  }

  say(room: ChatRoom, text: string): ModelLine {
    const line = { number: this.chat[room].length + 1, text, muted: this.muted }
    this.chat[room].push(line)
    return line
  }

  mute(seat: Seat, muted: boolean): void {
    if (muted) this.#muted.add(seat)
    else this.#muted.delete(seat)
  }

  get muted(): Seat[] {
    return [...this.#muted].sort()
  }

  offerRematch(seat: Seat, proposed: MatchHeader): RematchState | null {
    if (!this.isOver || (this.status === 'aborted' && this.#players.size < 2)) return null
    if (!this.#offered.has(seat) && this.#offered.size === 1) this.#next = proposed
    this.#offered.add(seat)
    return this.rematch
  }

  get rematch(): RematchState {
    return { offered: [...this.#offered].sort(), next: this.#next }
  }
}
