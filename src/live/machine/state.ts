import type { Match } from './match.ts'
import type { Presence } from './presence.ts'
import { earliestExpiry } from './presence.ts'
import { Schedule } from './schedule.ts'

/** Undoes the last change that has not been undone yet. */
export type Undo = () => void

/** All matches, indexed by code and by their times. */
export class MatchTable {
  readonly deadlines = new Schedule()
  readonly expiries = new Schedule()
  readonly outbox = new Schedule()
  readonly #byId = new Map<string, Match>()
  /** The ids of the matches by invitation code. */
  readonly #byCode = new Map<string, string>()

  get(id: string): Match | undefined {
    return this.#byId.get(id)
  }

  /** The id of the match that has a code. */
  withCode(code: string): string | undefined {
    return this.#byCode.get(code)
  }

  all(): Iterable<Match> {
    return this.#byId.values()
  }

  /** Replaces the match of an id; undefined removes it. */
  put(id: string, match: Match | undefined): Undo {
    const before = this.#byId.get(id)
    this.#set(id, match)
    return () => this.#set(id, before)
  }

  #set(id: string, match: Match | undefined): void {
    const before = this.#byId.get(id)
    if (before && this.#byCode.get(before.header.code) === id) this.#byCode.delete(before.header.code)
    if (match) this.#byId.set(id, match)
    else this.#byId.delete(id)
    if (match) this.#byCode.set(match.header.code, id)
    this.deadlines.set(id, match?.deadline ?? null)
    this.expiries.set(id, match?.expiresAt ?? null)
    this.outbox.set(id, match?.offeredAt ?? null)
  }
}

/** The connections, by match. */
export class PresenceTable {
  readonly expiries = new Schedule()
  readonly #byMatch = new Map<string, Presence>()

  get(match: string): Presence | undefined {
    return this.#byMatch.get(match)
  }

  put(match: string, presence: Presence | undefined): Undo {
    const before = this.#byMatch.get(match)
    this.#set(match, presence)
    return () => this.#set(match, before)
  }

  #set(match: string, presence: Presence | undefined): void {
    if (presence) this.#byMatch.set(match, presence)
    else this.#byMatch.delete(match)
    this.expiries.set(match, presence ? earliestExpiry(presence) : null)
  }
}

/** All that the machine knows. Times are ms since 1970. */
export class State {
  readonly matches = new MatchTable()
  readonly presences = new PresenceTable()
  /** The latest time of a command or change. */
  time = 0
  /** Since when connections are known. Absence before that is unknown, and does not count. */
  connectionsSince = 0
  #alive: number | null = null

  /** When somebody last reported that matches can be played. */
  get alive(): number | null {
    return this.#alive
  }

  setAlive(at: number): Undo {
    const before = this.#alive
    this.#alive = at
    return () => {
      this.#alive = before
    }
  }
}
