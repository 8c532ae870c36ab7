import { setImmediate as nextTurn } from 'node:timers/promises'
import { CHAT_LINES_KEPT, OUTAGE_MS } from '../../src/live/index.ts'
import type { Attendance, Commit, CommitResult, MatchNews, RematchState } from '../../src/live/index.ts'
import type { ChatLine, ChatRoom } from '../../src/protocol/index.ts'
import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { seededRandom } from './random.ts'

/** How long an ended match in which somebody says something waits before it is offered to the history again (ms). */
const CHAT_SETTLES_MS = 10_000

interface Kept {
  record: MatchRecord
  status: 'waiting' | 'playing' | 'ended' | 'aborted'
  deadline: number | null
  /** By seat and connection, until when. */
  connections: Map<string, { seat: Seat; until: number }>
  /** By seat that has a player but no connection, since when. */
  away: Map<Seat, number>
  players: Set<Seat>
  /** By node, how many spectators and until when. */
  watchers: Map<string, { count: number; until: number }>
  told: string
  chat: Record<ChatRoom, { lines: ChatLine[]; said: number }>
  muted: Set<Seat>
  rematch: RematchState
  /** When it goes into the outbox once more, if somebody said something since it was claimed. */
  again: number | null
}

/** Where the backend tells what it publishes. */
interface MemoryNode {
  publish(news: MatchNews): void
}

const SEATS = [0, 1] as const

/**
 * Matches kept in memory, for the stores of any number of nodes. Every call and every publication
 * takes a random time, and everything is copied, so that races show. The same seed gives the same delays.
 */
export class MemoryBackend {
  readonly matches = new Map<string, Kept>()
  readonly outbox = new Map<string, { leasedUntil: number }>()
  readonly nodes: MemoryNode[] = []
  /** The store's time, in ms since 1970. */
  readonly clock: () => number
  /** How long nobody may say that matches can be played: Infinity for tests whose time passes without anybody saying so. */
  outageMs = OUTAGE_MS
  readonly #random: () => number
  readonly #twice: number
  /** When it was last said that matches can be played. */
  #alive: number | null = null

  /** `twice`: how likely a publication is told twice, which the port does not promise, but which does no harm either. */
  constructor(seed = 1, twice = 0.1, clock: () => number = Date.now) {
    this.#random = seededRandom(seed)
    this.#twice = twice
    this.clock = clock
  }

  /** How often the next publication is told. */
  get times(): number {
    return this.#random() < this.#twice ? 2 : 1
  }

  /** Nought to five turns of the event loop. */
  async delay(): Promise<void> {
    for (let turns = Math.floor(this.#random() * 6); turns > 0; turns -= 1) await nextTurn()
  }

  /** A match as it is kept. */
  record(match: string): MatchRecord {
    return structuredClone(this.matches.get(match)!.record)
  }

  /** The seats with a connection. */
  present(match: string): Seat[] {
    return this.attendance(match).seats
  }

  // Matches -----------------------------------------------------------------------------------------------------------

  create(header: MatchHeader): { createdAt: number } | { taken: 'id' | 'code' } {
    if (this.matches.has(header.id)) return { taken: 'id' }
    if (this.waiting(header.code) !== null) return { taken: 'code' }
    const createdAt = this.clock()
    this.matches.set(header.id, {
      record: { header: structuredClone(header), createdAt, entries: [] },
      status: 'waiting',
      deadline: null,
      connections: new Map(),
      away: new Map([[header.host.seat, createdAt]]),
      players: new Set([header.host.seat]),
      watchers: new Map(),
      told: '',
      chat: { players: { lines: [], said: 0 }, spectators: { lines: [], said: 0 } },
      muted: new Set(),
      rematch: { offered: [], next: null },
      again: null,
    })
    this.#tellAttendance(header.id)
    return { createdAt }
  }

  /** The match that waits under a code. */
  waiting(code: string): string | null {
    for (const [match, { record, status }] of this.matches) if (status === 'waiting' && record.header.code === code) return match
    return null
  }

  commit(commit: Commit): CommitResult {
    // A step has one time, as in the real stores.
    const now = this.clock()
    this.#live(now)
    const { match, version, body, actionId } = commit
    const kept = this.matches.get(match)
    if (!kept) return { status: 'unknown' }
    const length = kept.record.entries.length
    if (version !== length) return { status: 'stale', version: length }
    const refused = this.#refusal(match, kept, commit, now)
    if (refused) return refused
    this.#append(match, kept, now, body, actionId)
    if (kept.status === 'waiting' || kept.status === 'playing') this.#move(match, kept, commit, now)
    return { status: 'committed', version: version + 1, at: now }
  }

  #refusal(match: string, { deadline }: Kept, { condition }: Commit, now: number): CommitResult | null {
    const overdue = deadline !== null && now > deadline
    if (condition?.is === 'overdue') return overdue ? null : { status: 'premature' }
    if (overdue) return { status: 'late' }
    if (condition?.is !== 'away') return null
    const since = this.attendance(match).away[condition.seat]
    return since !== undefined && now - since >= condition.ms ? null : { status: 'premature' }
  }

  #append(match: string, kept: Kept, at: number, body: EntryBody, actionId?: string): void {
    const { entries } = kept.record
    const entry: Entry = { version: entries.length + 1, at, ...(actionId !== undefined && { actionId }), body: structuredClone(body) }
    entries.push(entry)
    this.#publish({ match, type: 'entry', entry })
  }

  /** What an entry does to a match that is not over. */
  #move(match: string, kept: Kept, { body, ends, deadline }: Commit, at: number): void {
    if (body.type === 'join' && !kept.players.has(body.seat)) {
      kept.players.add(body.seat)
      if (!this.present(match).includes(body.seat)) kept.away.set(body.seat, at)
      this.#tellAttendance(match)
    }
    if (ends) {
      kept.status = ends === 'game' ? 'ended' : 'aborted'
      kept.deadline = null
      if (ends === 'game') this.outbox.set(match, { leasedUntil: 0 })
      return
    }
    if (body.type === 'join') kept.status = 'playing'
    if (deadline !== undefined) kept.deadline = deadline && ('at' in deadline ? deadline.at : at + deadline.after)
  }

  // Time --------------------------------------------------------------------------------------------------------------

  heartbeat(limit: number): string[] {
    const now = this.clock()
    this.#live(now)
    for (const match of this.matches.keys()) this.#sweep(match)
    const overdue = [...this.matches].filter(([, { deadline }]) => deadline !== null && now > deadline)
    return overdue.slice(0, limit).map(([match]) => match)
  }

  /** Gives back the time since somebody last said that matches can be played, if it was long. */
  #live(now: number): void {
    const ms = this.#alive === null ? 0 : now - this.#alive
    this.#alive = now
    if (ms <= this.outageMs) return
    for (const [match, kept] of this.matches) {
      if (kept.deadline === null) continue
      this.#sweep(match)
      this.#append(match, kept, now, { type: 'downtime', ms })
      kept.deadline += ms
      for (const [seat, since] of kept.away) kept.away.set(seat, Math.min(now, since + ms))
      this.#tellAttendance(match)
    }
  }

  // Attendance --------------------------------------------------------------------------------------------------------

  connect(match: string, seat: Seat, connection: string, ttlMs: number): void {
    const kept = this.matches.get(match)
    if (!kept) return
    kept.connections.set(`${seat}:${connection}`, { seat, until: this.clock() + ttlMs })
    kept.away.delete(seat)
    this.#sweep(match)
    this.#tellAttendance(match)
  }

  disconnect(match: string, seat: Seat, connection: string): void {
    this.#sweep(match)
    const kept = this.matches.get(match)
    if (kept?.connections.delete(`${seat}:${connection}`)) this.#left(kept, seat, this.clock())
    this.#tellAttendance(match)
  }

  reportWatchers(match: string, node: string, count: number, ttlMs: number): void {
    const watchers = this.matches.get(match)?.watchers
    if (count > 0) watchers?.set(node, { count, until: this.clock() + ttlMs })
    else watchers?.delete(node)
    this.#sweep(match)
    this.#tellAttendance(match)
  }

  attendance(match: string): Attendance {
    this.#sweep(match)
    const kept = this.matches.get(match)
    if (!kept) return { seats: [], away: {}, watchers: 0 }
    const connections = [...kept.connections.values()]
    return {
      seats: SEATS.filter((seat) => connections.some((connection) => connection.seat === seat)),
      away: Object.fromEntries(kept.away),
      watchers: [...kept.watchers.values()].reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** Takes away what has expired. */
  #sweep(match: string): void {
    const kept = this.matches.get(match)
    if (!kept) return
    const now = this.clock()
    const expired = [...kept.connections].filter(([, { until }]) => until <= now).sort(([, a], [, b]) => a.until - b.until)
    for (const [name, { seat, until }] of expired) {
      kept.connections.delete(name)
      this.#left(kept, seat, until)
    }
    const gone = [...kept.watchers].filter(([, { until }]) => until <= now)
    for (const [node] of gone) kept.watchers.delete(node)
    if (expired.length + gone.length > 0) this.#tellAttendance(match)
  }

  #left({ connections, players, away }: Kept, seat: Seat, at: number): void {
    if (players.has(seat) && ![...connections.values()].some((connection) => connection.seat === seat)) away.set(seat, at)
  }

  #tellAttendance(match: string): void {
    const kept = this.matches.get(match)
    if (!kept) return
    const attendance = this.attendance(match)
    const told = JSON.stringify(attendance)
    if (told === kept.told) return
    kept.told = told
    this.#publish({ match, type: 'attendance', attendance })
  }

  // Chat --------------------------------------------------------------------------------------------------------------

  say(match: string, room: ChatRoom, said: Omit<ChatLine, 'number' | 'at'>): ChatLine | null {
    const kept = this.matches.get(match)
    if (!kept) return null
    const at = this.clock()
    const chat = kept.chat[room]
    chat.said += 1
    const line: ChatLine = { number: chat.said, at, ...structuredClone(said) }
    chat.lines = [...chat.lines, line].slice(-CHAT_LINES_KEPT)
    if (kept.status === 'ended') {
      kept.again ??= at + CHAT_SETTLES_MS
      if (!this.outbox.has(match)) this.outbox.set(match, { leasedUntil: kept.again })
    }
    const muted = this.muted(match)
    this.#publish({ match, type: 'chat', room, line, muted: [...muted] })
    return line
  }

  mute(match: string, seat: Seat, muted: boolean): void {
    const kept = this.matches.get(match)
    if (muted) kept?.muted.add(seat)
    else kept?.muted.delete(seat)
  }

  muted(match: string): Seat[] {
    return SEATS.filter((seat) => this.matches.get(match)?.muted.has(seat))
  }

  // After the match ---------------------------------------------------------------------------------------------------

  offerRematch(match: string, seat: Seat, proposed: MatchHeader): RematchState | null {
    const kept = this.matches.get(match)
    if (!kept || kept.status === 'waiting' || kept.status === 'playing' || kept.players.size < 2) return null
    if (kept.rematch.offered.includes(seat)) return kept.rematch
    const offered = SEATS.filter((other) => other === seat || kept.rematch.offered.includes(other))
    const state: RematchState = { offered, next: offered.length === 2 ? structuredClone(proposed) : null }
    kept.rematch = state
    this.#publish({ match, type: 'rematch', rematch: state })
    return state
  }

  rematch(match: string): RematchState {
    return this.matches.get(match)?.rematch ?? { offered: [], next: null }
  }

  claimEnded(limit: number, leaseMs: number): string[] {
    const now = this.clock()
    const free = [...this.outbox].filter(([, { leasedUntil }]) => leasedUntil <= now).slice(0, limit)
    return free.map(([match, lease]) => {
      lease.leasedUntil = now + leaseMs
      this.matches.get(match)!.again = null
      return match
    })
  }

  markArchived(match: string): void {
    const again = this.matches.get(match)?.again ?? null
    if (again === null) this.outbox.delete(match)
    else this.outbox.set(match, { leasedUntil: again })
  }

  #publish(news: MatchNews): void {
    for (const node of this.nodes) node.publish(structuredClone(news))
  }
}
