import type { Connection } from '../connection/connection.ts'
import type { CreateMessage, JoinRequest, ViewAnswer } from '../protocol.ts'
import { randomId } from '../random-id.ts'
import { MatchFollower } from './follower.ts'
import { LiveMatch } from './live-match.ts'

interface Open {
  match: LiveMatch
  follower: MatchFollower
  /** The number of times that the match was opened and not closed. */
  times: number
}

interface Parts {
  connection: Connection
  /** The id of this player. */
  player: () => string | undefined
  patienceMs: number
}

/** The matches that are open: each is followed once, however often it was opened. */
export class LiveMatches {
  readonly #parts: Parts
  readonly #open = new Map<string, Open>()

  constructor(parts: Parts) {
    this.#parts = parts
    const { connection } = parts
    const follower = (match: string): MatchFollower | undefined => this.#open.get(match)?.follower
    connection.on('match:update', (update) => follower(update.match)?.update(update))
    connection.on('match:reset', (reset) => follower(reset.match)?.reset(reset))
    connection.on('match:expired', ({ match }) => follower(match)?.expired())
    connection.on('match:presence', (presence) => follower(presence.match)?.presence(presence))
    connection.on('match:rematch', (rematch) => follower(rematch.match)?.rematch(rematch))
    connection.on('series:next', (next) => follower(next.match)?.next(next))
    connection.on('chat:message', (message) => follower(message.match)?.message(message))
    connection.urgentWhile(() => [...this.#open.values()].some((open) => open.follower.isInTimeTrouble))
    connection.onLost(() => this.#each((one) => one.disconnected()))
    connection.onConnected(() => this.#each((one) => one.sync()))
  }

  #each(run: (follower: MatchFollower) => void): void {
    for (const { follower } of [...this.#open.values()]) run(follower)
  }

  async create(message: CreateMessage): Promise<LiveMatch> {
    const { connection, patienceMs } = this.#parts
    // Sent again, it is answered with the same match.
    const request = { actionId: randomId(), ...message }
    return this.#enter((receive) => connection.ask('match:create', request, { patienceMs, receive }))
  }

  async join(request: JoinRequest): Promise<LiveMatch> {
    const { connection, patienceMs } = this.#parts
    return this.#enter((receive) => connection.ask('match:join', request, { patienceMs, receive }))
  }

  async watch(match: string, code?: string): Promise<LiveMatch> {
    const open = this.#open.get(match)
    if (open && open.match.value.lost === null) {
      open.times += 1
      return open.match
    }
    const { connection, patienceMs } = this.#parts
    const request = { match, ...(code !== undefined && { code }) }
    return this.#enter((receive) => connection.ask('match:watch', request, { patienceMs, receive }), code)
  }

  /** Opens the match of the view that is answered: at once, because its updates may come right after it. */
  async #enter(ask: (receive: (view: ViewAnswer) => void) => Promise<unknown>, code?: string): Promise<LiveMatch> {
    let entered: LiveMatch | undefined
    await ask((view) => (entered = this.#opened(view, code)))
    return entered!
  }

  #opened(view: ViewAnswer, code?: string): LiveMatch {
    const { match: id } = view.snapshot
    const known = this.#open.get(id)
    if (known) {
      known.times += 1
      known.follower.entered(view)
      return known.match
    }
    const parts = { ...this.#parts, code }
    const follower = new MatchFollower(view, parts)
    const watch = (next: string): Promise<LiveMatch> => this.watch(next, code)
    const match = new LiveMatch(follower, parts, { close: () => this.#close(open), watch })
    const open: Open = { match, follower, times: 1 }
    this.#open.set(id, open)
    return match
  }

  #close(open: Open): void {
    if (open.times > 0) open.times -= 1
    if (open.times > 0 || open.follower.isClosed) return
    const { id } = open.follower
    this.#open.delete(id)
    open.follower.close()
    // Another connection does not watch it anyway.
    const { connection } = this.#parts
    if (connection.isOnline) connection.ask('match:unwatch', { match: id }, { once: true }).catch(() => undefined)
  }

  /** Closes all of them, however often they were opened. */
  close(): void {
    for (const { follower } of this.#open.values()) follower.close()
    this.#open.clear()
  }
}
