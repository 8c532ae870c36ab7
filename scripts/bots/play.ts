import { CuriaError, expandOffers } from '../../client/src/index.ts'
import type { Curia, LiveMatch, MatchState, Step } from '../../client/src/index.ts'
import { LEVELS } from '../../src/bots/index.ts'
import type { LevelName } from '../../src/bots/index.ts'
import { isRulesEvent, matchOptions, timeControl } from '../../src/protocol/index.ts'
import type { Snapshot } from '../../src/protocol/index.ts'
import type { Action, MatchEvent, MatchView, Seat } from '../../src/rules/index.ts'
import { Mind } from './mind/mind.ts'

/** A clock must last for about as many more decisions. */
const DECISIONS_LEFT = 30
/** What of the time that is left for a decision goes to the network, ms. */
const NETWORK_MS = 300
/** A draw is accepted with less than this probability of winning. */
const ACCEPTS_BELOW = 0.45
/** Refusals of an action after which the next state shows what to do. */
const OVERTAKEN: readonly string[] = ['stale', 'match-over', 'not-now']

const boardOf = ({ board }: Snapshot): MatchView => board as unknown as MatchView

/** How long a bot may think about a decision, ms. @param leftMs what its clock shows; null without a clock. */
export function thinkingTime(level: LevelName, { terms }: Pick<Snapshot, 'terms'>, leftMs: number | null): number {
  const control = timeControl(terms.clock)
  const { timeMs } = LEVELS[level]
  if (leftMs === null || control.pace !== 'real-time') return timeMs
  const fair = leftMs / DECISIONS_LEFT + control.incrementMs / 2
  return Math.max(0, Math.min(timeMs, fair, leftMs / 2) - NETWORK_MS)
}

/** A version of a match as a seat saw it. */
interface Version {
  step: Step
  board: MatchView
}

/** Plays one seat of a match until it has ended. `log` is called with what people may want to read. */
export class BotSeat {
  readonly #curia: Curia
  readonly #match: LiveMatch
  readonly #level: LevelName
  readonly #log: (line: string) => void
  /** What came, in order, and is not yet passed on. */
  #arrived: Version[] = []
  #mind: Mind | null = null
  /** The version up to which the mind knows the match. */
  #known = 0

  constructor(curia: Curia, match: LiveMatch, level: LevelName, log: (line: string) => void) {
    this.#curia = curia
    this.#match = match
    this.#level = level
    this.#log = log
  }

  /** @throws CuriaError if the match cannot be followed any more. */
  async play(): Promise<MatchState> {
    const leave = this.#match.subscribe(({ snapshot }, change) => {
      // One version at a time comes with its board; several at once do not, and are fetched.
      if (change?.type === 'steps' && change.steps.length === 1 && snapshot.board) {
        this.#arrived.push({ step: change.steps[0]!, board: boardOf(snapshot) })
      }
      if (change?.type === 'reset') this.#forget()
    })
    try {
      for (;;) {
        const state = await this.#match.until(
          ({ ended, snapshot: { board, mayDo } }) => ended ?? board?.legal ?? mayDo?.answerDraw,
        )
        if (state.ended) return state
        await this.#learn(state)
        await this.#answer(state).catch((error: unknown) => {
          if (!(error instanceof CuriaError) || !OVERTAKEN.includes(error.code)) throw error
        })
      }
    } finally {
      leave()
      await this.#mind?.close()
    }
  }

  /** The server has lost versions: the mind begins anew. */
  #forget(): void {
    this.#arrived = []
    this.#known = Infinity
  }

  /** Passes on to the mind what has happened up to a version. */
  async #learn({ version, snapshot }: MatchState): Promise<void> {
    const params = { id: this.#match.id }
    if (!this.#mind || this.#known > version) {
      await this.#mind?.close()
      const { snapshot: first } = await this.#position(1)
      const options = matchOptions(snapshot.kind, snapshot.options)
      const seed = `${params.id} ${Math.random()}`
      const seat = snapshot.you as Seat
      this.#mind = new Mind({ level: this.#level, options, seat, first: boardOf(first), seed })
      this.#known = 1
    }
    let missed: readonly Step[] | null = null
    for (let next = this.#known + 1; next <= version; next++) {
      const here = this.#arrived.find(({ step }) => step.version === next)
      missed ??= here ? null : await this.#steps()
      const events = (here?.step ?? missed?.find((step) => step.version === next))?.events ?? []
      const board = here?.board ?? boardOf((await this.#position(next)).snapshot)
      const ofRules = events.filter(({ type }) => isRulesEvent(type)) as unknown as MatchEvent[]
      this.#mind.observe(ofRules, board)
    }
    if (this.#known <= version) this.#known = version
    this.#arrived = this.#arrived.filter(({ step }) => step.version > this.#known)
  }

  /** What happened since the board was laid out. */
  async #steps(): Promise<readonly Step[]> {
    const { snapshot, missed } = await this.#curia.rest.get('/v1/matches/{id}', {
      params: { id: this.#match.id },
      query: { after: 1 },
    })
    return snapshot.status === 'ended' ? [] : ((missed ?? []) as unknown as Step[])
  }

  async #position(version: number): Promise<{ snapshot: Snapshot }> {
    return this.#curia.rest.get('/v1/games/{id}/positions/{version}', { params: { id: this.#match.id, version } })
  }

  async #answer({ snapshot, version }: MatchState): Promise<void> {
    if (snapshot.mayDo?.answerDraw) {
      const chance = await this.#mind!.chance().catch(() => 1)
      await this.#match.draw(chance < ACCEPTS_BELOW ? 'accept' : 'decline')
      return
    }
    const seat = snapshot.you as Seat
    const timeMs = thinkingTime(this.#level, snapshot, this.#match.clock(seat))
    const action = await this.#mind!.decide(boardOf(snapshot), timeMs).catch((error: unknown) => {
      // A server with other rules: the bot goes on with any legal action.
      this.#log(`The bot cannot follow the match: ${String(error)}`)
      const legal = expandOffers(snapshot.board!.legal)
      return legal[Math.floor(Math.random() * legal.length)]! as Action
    })
    await this.#match.act(action, version)
  }
}
