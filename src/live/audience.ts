import type { Logger } from 'pino'
import type { ChatLine, ChatRoom } from '../protocol/index.ts'
import type { Entry } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Attendance, LiveListener, RematchState } from './port.ts'

/** The one listener of a node, and the matches that it follows. */
export class Audience {
  readonly #log: Logger | undefined
  readonly #followed = new Map<string, number>()
  #listener: LiveListener | null = null

  constructor(log?: Logger) {
    this.#log = log
  }

  listen(listener: LiveListener): void {
    if (this.#listener) throw new Error('the store has a listener')
    this.#listener = listener
  }

  follow(match: string): void {
    this.#followed.set(match, (this.#followed.get(match) ?? 0) + 1)
  }

  /** False if the match was not followed. */
  unfollow(match: string): boolean {
    const times = this.#followed.get(match)
    if (times === undefined) return false
    if (times > 1) this.#followed.set(match, times - 1)
    else this.#followed.delete(match)
    return true
  }

  follows(match: string): boolean {
    return this.#followed.has(match)
  }

  entry(match: string, entry: Entry): void {
    if (this.follows(match)) this.#tell((listener) => listener.entry(match, entry))
  }

  attendance(match: string, attendance: Attendance): void {
    if (this.follows(match)) this.#tell((listener) => listener.attendance(match, attendance))
  }

  chat(match: string, room: ChatRoom, line: ChatLine, muted: Seat[]): void {
    if (this.follows(match)) this.#tell((listener) => listener.chat(match, room, line, muted))
  }

  rematch(match: string, state: RematchState): void {
    if (this.follows(match)) this.#tell((listener) => listener.rematch(match, state))
  }

  interrupted(): void {
    this.#tell((listener) => listener.interrupted())
  }

  /** A fault of the listener is no fault of the commit that it is told of, nor of the connection that brought it. */
  #tell(what: (listener: LiveListener) => void): void {
    if (!this.#listener) return
    try {
      what(this.#listener)
    } catch (error) {
      this.#log?.error({ err: error }, 'the listener of the live store failed')
    }
  }
}
