import { isBinding } from '../../record/index.ts'
import type { TakenSeat } from '../port.ts'
import type { Match } from './match.ts'
import { takenSeats } from './match.ts'
import type { Presence } from './presence.ts'
import { earliestExpiry } from './presence.ts'
import { Schedule } from './schedule.ts'

/** Undoes the last change that has not been undone yet. */
export type Undo = () => void

/** All matches, indexed by code, by player and by their times. */
export class MatchTable {
  readonly deadlines = new Schedule()
  readonly expiries = new Schedule()
  readonly outbox = new Schedule()
  /** The matches that await a bot, by until when its turn is leased. */
  readonly botTurns = new Schedule()
  /** The matches of the outbox, by since when they wait. */
  readonly waiting = new Schedule()
  readonly #byId = new Map<string, Match>()
  /** The ids of the matches by invitation code. */
  readonly #byCode = new Map<string, string>()
  /** The ids of the matches by host and the host's id for the command that created them. */
  readonly #byCreation = new Map<string, string>()
  /** By player and match, the seats in matches that have not ended. */
  readonly #byPlayer = new Map<string, Map<string, TakenSeat>>()

  get(id: string): Match | undefined {
    return this.#byId.get(id)
  }

  /** The id of the match that has a code. */
  withCode(code: string): string | undefined {
    return this.#byCode.get(code)
  }

  /** The id of the match that a command of a player has created. */
  createdBy(player: string, actionId: string): string | undefined {
    return this.#byCreation.get(creationKey(player, actionId))
  }

  /** The seats of a player in matches that have not ended, in any order. */
  seatsOf(player: string): Iterable<TakenSeat> {
    return this.#byPlayer.get(player)?.values() ?? []
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
    if (match && !isBinding(match.header)) this.#byCode.set(match.header.code, id)
    if (!before || !match) this.#setCreation(id, before, match)
    if (before?.seated !== match?.seated || before?.status !== match?.status) this.#setSeats(before, match)
    this.deadlines.set(id, match?.deadline ?? null)
    this.expiries.set(id, match?.expiresAt ?? null)
    this.outbox.set(id, match?.offeredAt ?? null)
    this.botTurns.set(id, match?.botTurnUntil ?? null)
    this.waiting.set(id, match?.waitingSince ?? null)
  }

  #setCreation(id: string, before: Match | undefined, match: Match | undefined): void {
    for (const [one, isThere] of [
      [before, false],
      [match, true],
    ] as const) {
      if (one?.createdBy === undefined) continue
      const key = creationKey(one.header.host.player.id, one.createdBy)
      if (isThere) this.#byCreation.set(key, id)
      else this.#byCreation.delete(key)
    }
  }

  #setSeats(before: Match | undefined, match: Match | undefined): void {
    for (const [player, seat] of before ? takenSeats(before) : []) {
      const seats = this.#byPlayer.get(player)
      seats?.delete(seat.match)
      if (seats?.size === 0) this.#byPlayer.delete(player)
    }
    for (const [player, seat] of match ? takenSeats(match) : []) {
      const seats = this.#byPlayer.get(player) ?? new Map<string, TakenSeat>()
      this.#byPlayer.set(player, seats.set(seat.match, seat))
    }
  }
}

const creationKey = (player: string, actionId: string): string => JSON.stringify([player, actionId])

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

  /** When someone last reported that matches can be played. */
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
