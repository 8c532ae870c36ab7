import { check, checkGiven } from '../arguments.ts'
import type { Answer, Payload } from '../connection/commands.ts'
import { CuriaError, offline } from '../errors.ts'
import type { Observable, Patience } from '../observable.ts'
import { until } from '../observable.ts'
import type {
  Action,
  ChatLine,
  CommitAnswer,
  DrawRequest,
  ExplanationAnswer,
  HintAnswer,
  Rematch,
  Seat,
} from '../protocol.ts'
import { randomId } from '../random-id.ts'
import type { ChatPhrase } from '../texts.ts'
import type { ClockTimes } from './clocks.ts'
import { msLeft, TickingClocks } from './clocks.ts'
import type { FollowerParts, MatchFollower } from './follower.ts'
import type { MatchChange, MatchState } from './state.ts'

/** What a player does to a match, once: it is sent with an id. */
type Doing = 'match:act' | 'match:resign' | 'match:abort' | 'match:draw' | 'match:claim' | 'match:give'

/** What a match needs of those that are open. */
interface OpenMatches {
  /** Closes this one once. */
  close: () => void
  /** Watches another one, with the code of this one. */
  watch: (match: string) => Promise<LiveMatch>
}

/**
 * A match that is followed: an observable value that keeps itself up to date, and what its player can do. Whatever
 * happens to the connection, the value becomes the server's again, and an action is done once.
 */
export class LiveMatch implements Observable<MatchState, MatchChange> {
  /** The id of the match. */
  readonly id: string
  /** The time that each seat has left, ms; null in a match without clocks. It ticks while someone subscribes. */
  readonly clocks: Observable<ClockTimes | null>
  readonly #follower: MatchFollower
  readonly #parts: FollowerParts
  readonly #matches: OpenMatches
  /** The last explanation that was asked for, and the version at that moment. */
  #explained: { version: number; answer: Promise<ExplanationAnswer> } | null = null

  /** @internal Matches come from `create`, `join` and `watch`. */
  constructor(follower: MatchFollower, parts: FollowerParts, matches: OpenMatches) {
    this.id = follower.id
    this.clocks = new TickingClocks(follower.state, parts.connection.clock)
    this.#follower = follower
    this.#parts = parts
    this.#matches = matches
  }

  /** The present state. */
  get value(): MatchState {
    return this.#follower.state.value
  }

  /** Calls `run` with the present state now, and with each later one and what has changed. Returns the end of it. */
  get subscribe(): Observable<MatchState, MatchChange>['subscribe'] {
    return this.#follower.state.subscribe
  }

  /**
   * Resolves with the first state, from the present one on, for which `test` holds.
   * @throws CuriaError `offline` if the match is closed before; the reason if it cannot be followed any more; `timed-out`.
   * The reason of the signal. What `test` throws.
   */
  async until(test: (state: MatchState) => unknown, patience?: Patience): Promise<MatchState> {
    check({ test: [test, 'function'] })
    let holds = false
    const isOver = (state: MatchState): boolean => {
      holds = Boolean(test(state))
      return holds || state.lost !== null || this.#follower.isClosed
    }
    const last = await until(this.#follower.state, isOver, patience)
    if (holds) return last
    throw last.lost ?? offline('The match was closed.')
  }

  /**
   * Does an action that was picked at a version, by default the present one. Resolves once the action is kept for good
   * and part of the value. Until it is answered it is sent again, so that it is done once.
   * @throws CuriaError such as `stale`: the match has moved on, and the value has, too; or `illegal-action`.
   */
  async act(action: Action, version = this.value.version): Promise<CommitAnswer> {
    check({ action: [action, 'object'], version: [version, 'number'] })
    return this.#do('match:act', { version, action })
  }

  /** Gives the match up. @throws CuriaError such as `match-over`. */
  async resign(): Promise<CommitAnswer> {
    return this.#do('match:resign', {})
  }

  /**
   * Ends a match that has hardly begun, as if it had not been.
   * @param version The version on which the player decided, by default the present one.
   * @throws CuriaError such as `not-now`, or `stale` if someone has joined or moved since.
   */
  async abort(version = this.value.version): Promise<CommitAnswer> {
    check({ version: [version, 'number'] })
    return this.#do('match:abort', { version })
  }

  /** Offers a draw, or answers an offer. @throws CuriaError such as `not-now`. */
  async draw(answer: DrawRequest['answer']): Promise<CommitAnswer> {
    check({ answer: [answer, 'text'] })
    return this.#do('match:draw', { answer })
  }

  /** Claims the win because the other player is away for too long. @throws CuriaError such as `not-away`. */
  async claim(): Promise<CommitAnswer> {
    return this.#do('match:claim', {})
  }

  /**
   * Gives the other player more time, ms: at most `mayDo.giveTime` of the snapshot.
   * @throws CuriaError such as `not-now`.
   */
  async giveTime(ms: number): Promise<CommitAnswer> {
    check({ ms: [ms, 'number'] })
    return this.#do('match:give', { ms })
  }

  async #do<Event extends Doing>(
    event: Event,
    what: Omit<Payload<Event>, 'match' | 'actionId'>,
  ): Promise<CommitAnswer> {
    // The same id every time that it is sent.
    const payload = { match: this.id, actionId: randomId(), ...what } as Payload<Event>
    try {
      const { match, version, at } = (await this.#parts.connection.ask(event, payload, {
        receive: (answer: Answer<Doing>) => {
          if (answer.update) this.#follower.update(answer.update)
        },
      })) as Answer<Doing>
      await this.#follower.reached(version)
      return { match, version, at }
    } catch (error) {
      const { version } = error instanceof CuriaError && error.code === 'stale' ? error.details : {}
      if (typeof version === 'number') await this.#follower.reached(version)
      throw error
    }
  }

  /**
   * What the present position means: the prices of both seats, what each city produces, pays and gains, what is not
   * offered and why, and what asks for the decision. It is asked for once for each version, however often it is called.
   * The answer has the version that it explains, which may be later than that of the value.
   * @throws CuriaError
   */
  async explain(): Promise<ExplanationAnswer> {
    const { version } = this.value
    if (this.#explained?.version !== version) {
      const { connection, code, patienceMs } = this.#parts
      const request = { match: this.id, ...(code !== undefined && { code }) }
      const explained = { version, answer: connection.ask('match:explain', request, { patienceMs }) }
      this.#explained = explained
      // A failure is not retained: the next call asks again.
      explained.answer.catch(() => {
        if (this.#explained === explained) this.#explained = null
      })
    }
    return this.#explained.answer
  }

  /**
   * The best actions for the player, who has to decide, with their chances of winning: in an unrated match against a
   * bot of the server.
   * @throws CuriaError
   */
  async hint(): Promise<HintAnswer> {
    const { connection, patienceMs } = this.#parts
    return connection.ask('match:hint', { match: this.id }, { patienceMs })
  }

  /** Says that the player wants to play again. Once both do, the answer has the `next` match. @throws CuriaError */
  async rematch(): Promise<Rematch> {
    const { connection, patienceMs } = this.#parts
    const receive = (rematch: Rematch): void => this.#follower.rematch(rematch)
    return connection.ask('match:rematch', { match: this.id }, { patienceMs, receive })
  }

  /**
   * The next game of the series, as soon as it has begun. It is followed as this match is, which stays open.
   * @throws CuriaError `not-now` if none follows; as `until`, and as `watch` of the client.
   */
  async nextGame(patience?: Patience): Promise<LiveMatch> {
    const isLast = ({ ended, snapshot }: MatchState): boolean => ended !== null && snapshot.series?.next === undefined
    const { next } = await this.until((state) => state.next ?? isLast(state), patience)
    if (!next) throw new CuriaError('not-now', 'No game follows.')
    return this.#matches.watch(next.next)
  }

  /**
   * Says something in the room of the players or of the spectators: a text, or one of the set phrases. If a connection breaks before the answer, the room
   * is read to find out whether it was said.
   * @throws CuriaError such as `rate-limited`.
   */
  async say(said: string | { phrase: ChatPhrase }): Promise<ChatLine> {
    if (typeof said !== 'object' || said === null) {
      check({ text: [said, 'text'] })
      return this.#follower.chat.say({ text: said })
    }
    const { phrase } = said
    check({ phrase: [phrase, 'text'] })
    return this.#follower.chat.say({ phrase })
  }

  /** Mutes the other player, on all devices, or takes that back. @throws CuriaError */
  async mute(muted: boolean): Promise<void> {
    check({ muted: [muted, 'boolean'] })
    return this.#follower.chat.mute(muted)
  }

  /**
   * The ms that a seat has left; null in a match without clocks.
   * @param now By the clock of this machine, ms since 1970; by default the present moment, whatever that clock shows.
   */
  clock(seat: Seat, now?: number): number | null {
    if (seat !== 0 && seat !== 1) throw new TypeError('seat must be 0 or 1.')
    const { clocks } = this.value.snapshot
    return clocks ? msLeft(clocks, seat, this.serverTime(now)) : null
  }

  /**
   * What the server's clock shows, ms since 1970: for the times in snapshots and in what the server sends.
   * @param now By the clock of this machine, ms since 1970; by default the present moment, whatever that clock shows.
   */
  serverTime(now?: number): number {
    checkGiven({ now: [now, 'number'] })
    const { clock } = this.#parts.connection
    return now === undefined ? clock.now() : clock.at(now)
  }

  /** Stops following the match, once it was closed as often as it was opened. The value stays as it is. */
  close(): void {
    this.#matches.close()
  }
}
