import type { Match } from './match.ts'
import type { Place } from './place.ts'
import { earliestExpiry } from './place.ts'
import { Schedule } from './schedule.ts'

/** Takes back what was done last and not yet taken back. */
export type Undo = () => void

/** All matches, with what finds them by code and by time. */
export class MatchTable {
  readonly deadlines = new Schedule()
  readonly expiries = new Schedule()
  readonly outbox = new Schedule()
  readonly #byId = new Map<string, Match>()
  /** By invitation code. */
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

  /** Puts a match in the place of the one that has its id; undefined: there is none any more. */
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

/** Who is connected, by match. */
export class PlaceTable {
  readonly expiries = new Schedule()
  readonly #byMatch = new Map<string, Place>()

  get(match: string): Place | undefined {
    return this.#byMatch.get(match)
  }

  put(match: string, place: Place | undefined): Undo {
    const before = this.#byMatch.get(match)
    this.#set(match, place)
    return () => this.#set(match, before)
  }

  #set(match: string, place: Place | undefined): void {
    if (place) this.#byMatch.set(match, place)
    else this.#byMatch.delete(match)
    this.expiries.set(match, place ? earliestExpiry(place) : null)
  }
}

/** All that the machine knows. Times are ms since 1970. */
export class State {
  readonly matches = new MatchTable()
  readonly places = new PlaceTable()
  /** The latest time that anything was done at. */
  time = 0
  /** Since when connections are known: before that nobody is known to have been away. */
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
