import { setTimeout as delay } from 'node:timers/promises'
import type { LiveMatch, MatchState, PlayerRef, Seat } from '../../client/src/index.ts'
import { Curia, CuriaError } from '../../client/src/index.ts'
import { pickBy } from '../../scripts/demo/play.ts'
import type { Journal } from './journal.ts'
import type { Wish } from './lines.ts'

/** How long a player waits for what is not repeated without end, ms. */
const PATIENCE_MS = 120_000
/** Longest time that a player thinks, ms. */
const THINKING_MS = 20
/** A player who waits for so long (ms) asks whether the match is still there: nobody tells them that a store lost it. */
const ASKS_AFTER_MS = 5_000
/** How many moves of a hundred come with a line of chat, and how many players of a thousand give up before a move. */
const TALKS_PERCENT = 5
const GIVES_UP_PER_MILLE = 4

const PASSWORD = 'every night a storm'

/** The error for a match that the server does not have. */
export const GONE = 'unknown-match'

/** Says that a player is to stop playing. */
export interface Stop {
  readonly aborted: boolean
  /** Resolves when it is. */
  readonly reached: Promise<void>
}

/** A player of the swarm: picks from the offers that they are sent, and journals every request and every answer. */
export class Player {
  readonly journal: Journal
  readonly curia: Curia
  readonly #random: () => number
  readonly #name: string
  /** The matches that cannot be followed any more. */
  readonly #lost = new Set<string>()

  constructor(name: string, url: string, journal: Journal, random: () => number) {
    this.#name = name
    this.curia = new Curia({ url, patienceMs: PATIENCE_MS })
    this.journal = journal
    this.#random = random
  }

  /** Some of the games are rated: those are for accounts alone. */
  async begin(): Promise<void> {
    await this.curia.guest({ name: 'Swarm' })
    await this.curia.register({ name: this.#name, password: PASSWORD })
    await this.curia.connect()
  }

  get player(): PlayerRef {
    return this.curia.session.value.player!
  }

  /** Journals that the player sits in a match, and what the server takes back of it. */
  entered(match: LiveMatch, seat = match.value.snapshot.you as Seat): void {
    this.journal.write({ what: 'entered', match: match.id, seat, player: this.player })
    match.subscribe(({ version }, change) => {
      if (change?.type === 'reset') this.journal.write({ what: 'reset', match: match.id, version })
    })
  }

  /** Plays until the match ends, is lost, or the player is stopped. */
  async play(match: LiveMatch, stop: Stop): Promise<void> {
    for (;;) {
      const state = await this.#turn(match, stop)
      if (!state || state.ended || state.lost) return
      await delay(this.#random() * THINKING_MS)
      if (this.#random() * 100 < TALKS_PERCENT) await this.#say(match)
      await this.#move(match, state)
      if (this.#lost.has(match.id)) return
    }
  }

  #lose(match: LiveMatch, code: string): void {
    this.#lost.add(match.id)
    this.journal.write({ what: 'lost', match: match.id, code })
  }

  /** The state when the player is to act, or the match is over. Null: the player is stopped. */
  async #turn(match: LiveMatch, stop: Stop): Promise<MatchState | null> {
    const turn = match.until((state) => state.ended ?? state.snapshot.board?.legal)
    const asking = new AbortController()
    try {
      const gone = this.#untilGone(match, asking.signal)
      const state = await Promise.race([turn, gone, stop.reached.then(() => null)])
      return stop.aborted ? null : state
    } catch (error) {
      this.#lose(match, codeOf(error))
      return null
    } finally {
      asking.abort()
      // The player does not wait for it any more.
      turn.catch(() => undefined)
    }
  }

  /** Rejects when the server does not have the match any more. Resolves when the player no longer waits. */
  async #untilGone({ id }: LiveMatch, signal: AbortSignal): Promise<null> {
    for (;;) {
      const waits = await delay(ASKS_AFTER_MS, true, { signal }).catch(() => false)
      if (!waits) return null
      await this.curia.rest.get('/v1/matches/{id}', { params: { id }, signal }).catch((error: unknown) => {
        if (codeOf(error) === GONE) throw error
      })
    }
  }

  async #move(match: LiveMatch, { snapshot, version }: MatchState): Promise<void> {
    const seat = snapshot.you as Seat
    const givesUp = this.#random() * 1000 < GIVES_UP_PER_MILLE
    const wish: Wish = givesUp
      ? { type: 'resign', seat }
      : { type: 'act', seat, action: pickBy(this.#random, snapshot) }
    const ask = this.journal.nextAsk()
    this.journal.write({ what: 'wished', ask, match: match.id, version, wish })
    try {
      const answer = await (wish.type === 'resign' ? match.resign() : match.act(wish.action, version))
      this.journal.write({ what: 'acknowledged', ask, match: match.id, version: answer.version })
    } catch (error) {
      const code = codeOf(error)
      this.journal.write({ what: 'refused', ask, match: match.id, code })
      if (code === GONE) this.#lose(match, code)
    }
  }

  async #say(match: LiveMatch): Promise<void> {
    const ask = this.journal.nextAsk()
    const text = `${this.#name} says line ${ask}`
    this.journal.write({ what: 'said', ask, match: match.id, text })
    try {
      const { number } = await match.say(text)
      this.journal.write({ what: 'heard', ask, match: match.id, number })
    } catch (error) {
      this.journal.write({ what: 'refused', ask, match: match.id, code: codeOf(error) })
    }
  }

  close(): void {
    this.curia.close()
    this.journal.close()
  }
}

/** The code of an error of the SDK. @throws every other error */
export function codeOf(error: unknown): string {
  if (error instanceof CuriaError) return error.code
  throw error
}
