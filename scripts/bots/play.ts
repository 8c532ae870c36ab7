import type { Curia, LiveMatch, MatchState, Step } from '../../client/src/index.ts'
import { CuriaError, expandOffers, patiently } from '../../client/src/index.ts'
import type { LevelName } from '../../src/bots/index.ts'
import type { SeenStep } from '../../src/opponents/mind.ts'
import { ACCEPTS_DRAW_BELOW, RESIGNS_AFTER } from '../../src/opponents/settings.ts'
import { thinkingTime } from '../../src/opponents/thinking-time.ts'
import type { Answer, Question } from '../../src/opponents/threads/jobs.ts'
import { startThinkingThread } from '../../src/opponents/threads/thinking-thread.ts'
import type { Snapshot } from '../../src/protocol/index.ts'
import { isRulesEvent, matchOptions } from '../../src/protocol/index.ts'
import type { Action, MatchEvent, MatchView, Seat } from '../../src/rules/index.ts'

/** What of the time that is left for a decision goes to the network, ms. */
const NETWORK_MS = 300
/** The bot has one mind in its thread. */
const MIND = 'own'
/** Refusals of an action after which the next state shows what to do. */
const OVERTAKEN: readonly string[] = ['stale', 'match-over', 'not-now']

const boardOf = ({ board }: Snapshot): MatchView => board as unknown as MatchView

/** A version of a match as a seat saw it. */
interface Version {
  step: Step
  board: MatchView
}

/**
 * Plays one seat of a match until it has ended. It thinks in a thread, so that its connection stays alive meanwhile.
 * `log` is called with what people may want to read.
 */
export class BotSeat {
  readonly #curia: Curia
  readonly #match: LiveMatch
  readonly #level: LevelName
  readonly #log: (line: string) => void
  /** What came, in order, and is not yet passed on. */
  #arrived: Version[] = []
  readonly #thread = startThinkingThread()
  /** The version up to which the mind knows the match; 0 before it begins, Infinity if it must begin again. */
  #known = 0
  /** Rejects if the mind cannot follow the match. */
  #followed: Promise<unknown> = Promise.resolve()

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
      await this.#thread.close()
    }
  }

  /** The server has lost versions: the mind begins again. */
  #forget(): void {
    this.#arrived = []
    this.#known = Infinity
  }

  /** Passes on to the mind what has happened up to a version. */
  async #learn({ version, snapshot }: MatchState): Promise<void> {
    const params = { id: this.#match.id }
    if (this.#known === 0 || this.#known > version) {
      const { snapshot: first } = await this.#position(1)
      const options = matchOptions(snapshot.kind, snapshot.options)
      const seed = `${params.id} ${Math.random()}`
      const seat = snapshot.you as Seat
      const beginning = { level: this.#level, options, seat, first: boardOf(first), seed }
      this.#followed = this.#thread.ask('begin', { mind: MIND, beginning })
      this.#known = 1
    }
    const steps: SeenStep[] = []
    let missed: readonly Step[] | null = null
    for (let next = this.#known + 1; next <= version; next++) {
      const here = this.#arrived.find(({ step }) => step.version === next)
      missed ??= here ? null : await this.#steps()
      const events = (here?.step ?? missed?.find((step) => step.version === next))?.events ?? []
      const board = here?.board ?? boardOf((await this.#position(next)).snapshot)
      const ofRules = events.filter(({ type }) => isRulesEvent(type)) as unknown as MatchEvent[]
      steps.push({ events: ofRules, after: board })
    }
    const observed = this.#thread.ask('observe', { mind: MIND, steps })
    this.#followed = Promise.all([this.#followed, observed])
    // The next decision shows the error.
    this.#followed.catch(() => undefined)
    if (this.#known <= version) this.#known = version
    this.#arrived = this.#arrived.filter(({ step }) => step.version > this.#known)
  }

  /** What happened since the board was laid out. */
  async #steps(): Promise<readonly Step[]> {
    const asked = { params: { id: this.#match.id }, query: { after: 1 } }
    const { snapshot, missed } = await patiently(() => this.#curia.rest.get('/v1/matches/{id}', asked))
    return snapshot.status === 'ended' ? [] : ((missed ?? []) as unknown as Step[])
  }

  async #position(version: number): Promise<{ snapshot: Snapshot }> {
    const params = { id: this.#match.id, version }
    return patiently(() => this.#curia.rest.get('/v1/games/{id}/positions/{version}', { params }))
  }

  async #answer({ snapshot, version }: MatchState): Promise<void> {
    if (snapshot.mayDo?.answerDraw) {
      const chance = await this.#ask('chance', { mind: MIND }).catch(() => 1)
      await this.#match.draw(chance < ACCEPTS_DRAW_BELOW ? 'accept' : 'decline')
      return
    }
    const seat = snapshot.you as Seat
    const clock = { terms: snapshot.terms, leftMs: this.#match.clock(seat), lostMs: NETWORK_MS }
    const effort = { timeMs: thinkingTime(this.#level, clock) }
    const question = { mind: MIND, view: boardOf(snapshot), effort }
    const { action, lost } = await this.#ask('decide', question).catch((error: unknown) => {
      // A server with other rules: the bot goes on with any legal action.
      this.#log(`The bot cannot follow the match: ${String(error)}`)
      const legal = expandOffers(snapshot.board!.legal)
      return { action: legal[Math.floor(Math.random() * legal.length)]! as Action, lost: 0 }
    })
    if (lost >= RESIGNS_AFTER) await this.#match.resign()
    else await this.#match.act(action, version)
  }

  /** @throws Error if the mind cannot follow the match. */
  async #ask<Type extends 'chance' | 'decide'>(type: Type, question: Question<Type>): Promise<Answer<Type>> {
    await this.#followed
    return this.#thread.ask(type, question)
  }
}
