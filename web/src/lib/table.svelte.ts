import type {
  Action,
  ActionChance,
  ChatLine,
  Explanation,
  LiveMatch,
  MatchChange,
  MatchState,
  Seat,
  Snapshot,
} from '@curia/client'
import { CuriaError, expandOffers } from '@curia/client'
import { isolated } from '../../../src/text/isolated.ts'
import type { Board, Pick, Thing } from './board.ts'
import { asItIs, explained, firstPicks, keyOf, matching, nextPicks, otherSeat, picksOf } from './board.ts'
import type { Catalogue } from './catalogue.ts'
import { errorText, isCode } from './errors.ts'
import { t } from './i18n.svelte.ts'
import { marksOf } from './marks.ts'
import type { NewsLine } from './news.ts'
import { lastDeeds, newsOf } from './news.ts'
import { painted } from './painted.ts'
import type { NamedPlayer } from './players.ts'
import { shownName } from './players.ts'
import { preferences } from './preferences.svelte.ts'
import type { Step } from './steps.ts'
import { clipped } from './text-width.ts'
import type { Threat } from './threats.ts'
import { threatsOf } from './threats.ts'

/** A position of the table: a match at one of its versions. */
export interface Position {
  version: number
  snapshot: Snapshot
  /** What both cities are worth, where the server says it with the position: of an earlier one, or in a replay. */
  ledger?: Explanation['ledger'] | undefined
}

/** What the server has explained last, and the position that it explains. */
interface Explained {
  version: number
  age: number
  explanation: Explanation
}

/** Something that is explained, and the age in which it was seen. */
interface Seen {
  thing: Thing
  age: number
}

/** Where the actions of the player go: a live match, or a lesson of the introduction. */
export interface Referee {
  explain: LiveMatch['explain']
  act(action: Action, version: number): Promise<unknown>
}

/** One table as the page shows it: what is sent, what is selected, and which position is looked at. */
export class Table {
  readonly catalogue: Catalogue
  /** Null for a replay and a lesson. */
  readonly match: LiveMatch | null
  /** Null for a replay. */
  readonly #referee: Referee | null
  /** The match as it is now; of a replay, its end. */
  now = $state.raw<Position>()!
  state = $state.raw<MatchState | null>(null)
  /** An earlier position that is looked at; null for the present. */
  past = $state.raw<Position | null>(null)
  /** All that is known of what happened, by version in order. */
  steps = $state.raw<readonly Step[]>([])
  /** The age that the first step found. */
  firstAge = $state(0)
  /** The line of the chat that was heard last, while this table was open. */
  said = $state.raw<ChatLine | null>(null)
  /** The spectator or the reader of a replay has turned the table. */
  turned = $state(false)

  picks = $state.raw<readonly Pick[]>([])
  /** Asked once more before it is sent. */
  confirming = $state.raw<Action | null>(null)
  sending = $state.raw<Action | null>(null)
  /** What is asked once more of what is done to the match as a whole. */
  asking = $state<'resign' | 'abort' | 'draw' | 'claim' | null>(null)
  /** Why something cannot be done, or what went wrong with it. */
  note = $state<{ text: string; bad: boolean } | null>(null)
  /** What a program advises in a position, best first. */
  advice = $state.raw<{ version: number; actions: readonly ActionChance[] } | null>(null)
  /** What statistics say of wonders that lie open in the draft, by their ids. */
  draftFigures = $state.raw<ReadonlyMap<string, string>>(new Map())
  #pinned = $state.raw<Seen | null>(null)
  #pointed = $state.raw<Seen | null>(null)

  readonly position = $derived(this.past ?? this.now)
  readonly snapshot = $derived(this.position.snapshot)
  explanation = $state.raw<Explained | null>(null)
  #asked: number | null = null
  readonly board: Board | undefined = $derived(explained(this.snapshot.board, this.#explanationOf(this.position)))
  readonly #firstName = $derived(this.playerAt(0).name)
  readonly #secondName = $derived(this.playerAt(1).name)
  readonly you = $derived(this.snapshot.you)
  /** The player's own seat; null for spectators and replays. */
  readonly mine = $derived.by((): Seat | null => (this.#referee && this.you !== 'spectator' ? this.you : null))
  /** Whether someone plays alone, for both seats. */
  readonly alone = $derived.by((): boolean => {
    const { 0: first, 1: second } = this.snapshot.players
    return first !== undefined && first.id === second?.id
  })
  /** The seat that is drawn below. For someone who plays alone the seats stay where they are. */
  readonly below = $derived.by((): Seat => {
    const seat = this.you === 'spectator' || this.alone ? 0 : this.you
    return this.turned ? otherSeat(seat) : seat
  })
  readonly above = $derived(otherSeat(this.below))
  /** The legal actions, while the present is looked at. */
  readonly actions = $derived.by((): Action[] =>
    this.#referee && !this.past ? expandOffers(this.board?.legal ?? []) : [],
  )
  readonly first = $derived(firstPicks(this.actions))
  readonly next = $derived(nextPicks(this.actions, this.picks))
  /** The rank of each pick that is advised in the position that is shown; 1 is the best. */
  readonly #advised = $derived.by((): ReadonlyMap<string, number> => {
    const { version } = this.position
    const ranks = new Map<string, number>()
    const actions = this.advice?.version === version ? this.advice.actions : []
    for (const [index, { action }] of actions.entries())
      for (const pick of picksOf(action)) if (!ranks.has(keyOf(pick))) ranks.set(keyOf(pick), index + 1)
    return ranks
  })
  readonly fitting = $derived(this.picks.length > 0 ? matching(this.actions, this.picks) : [])
  /** Whether the player on this side has to decide. */
  readonly yourMove = $derived(this.actions.length > 0)
  /** Whether a bot may be asked what it would do: where nothing is at stake, and no person sits opposite. */
  readonly mayHint = $derived.by((): boolean => {
    if (!this.match || !this.yourMove || this.mine === null || this.snapshot.terms.rated) return false
    return this.snapshot.players[otherSeat(this.mine)]?.bot === true
  })
  hinting = $state(false)
  readonly #pinnedNow = $derived(this.#asItIs(this.#pinned))
  readonly #pointedNow = $derived(this.#asItIs(this.#pointed))
  readonly shown = $derived(this.#pointedNow ?? this.#pinnedNow)
  /** The points of both players so far; undefined until they are known. */
  readonly points = $derived.by((): Snapshot['scores'] => {
    const { ledger } = this.board ?? {}
    return ledger ? { 0: ledger[0].points, 1: ledger[1].points } : this.snapshot.scores
  })
  /** Who is about to win at once. */
  readonly threats = $derived.by((): Threat[] => threatsOf(this))
  /** What one player did last, until the other one acts. */
  readonly deeds = $derived(lastDeeds(this.steps, this.position.version))
  /** Where that left its traces, to be marked on the table. */
  readonly marks = $derived(marksOf(this.deeds))
  /** What it was, in sentences; nothing of what the player on this side has just done. */
  readonly news = $derived.by((): NewsLine[] =>
    this.past || this.deeds[0]?.seat !== this.mine ? newsOf(this, this.deeds) : [],
  )

  constructor(catalogue: Catalogue, position: Position, match: LiveMatch | null, referee: Referee | null = match) {
    this.catalogue = catalogue
    this.match = match
    this.#referee = referee
    this.now = position
  }

  /** What was chosen to be explained, while it is there. */
  get pinned(): Thing | null {
    return this.#pinnedNow
  }

  set pinned(thing: Thing | null) {
    this.#pinned = this.#seen(thing)
  }

  /** What the mouse or the focus explains, while it is there. */
  get pointed(): Thing | null {
    return this.#pointedNow
  }

  set pointed(thing: Thing | null) {
    this.#pointed = this.#seen(thing)
  }

  #seen(thing: Thing | null): Seen | null {
    return thing && { thing, age: this.board?.age ?? 0 }
  }

  #asItIs(seen: Seen | null): Thing | null {
    return seen && this.board ? asItIs(seen.thing, seen.age, this.board) : (seen?.thing ?? null)
  }

  /** The name of a player, to be put into a sentence; at most so wide, in sizes of the font. */
  nameOf(seat: Seat, most = Infinity): string {
    return isolated(clipped(seat === 0 ? this.#firstName : this.#secondName, most))
  }

  /** The player of a seat, or what stands for one. */
  playerAt(seat: Seat): NamedPlayer {
    const player = this.snapshot.players[seat] ?? { name: t('seat.empty') }
    return { ...player, name: shownName(player) }
  }

  /** Takes a new state of the live match, and what has changed in it. */
  receive(state: MatchState, change?: MatchChange): void {
    const moved = state.version !== this.now.version
    this.state = state
    if (change?.type === 'chat' && change.line) this.said = change.line
    if (state.live && this.#asked !== state.version) void this.#explain(state.version)
    if (!moved && state.snapshot === this.now.snapshot) return
    this.now = { version: state.version, snapshot: state.snapshot }
    if (change?.type === 'reset') this.steps = this.steps.filter(({ version }) => version <= state.version)
    if (change?.type === 'steps') this.addSteps(change.steps)
    if (!moved) return
    if (this.sending) this.#deselect()
    this.confirming = null
    this.note = null
    if (this.picks.length > 0 && matching(this.actions, this.picks).length === 0) this.picks = []
    this.#preselect()
  }

  /**
   * What is known about a position. Until the explanation of a new version comes, sums and prices stay what they were:
   * most do not change, and none would be there for a moment.
   */
  #explanationOf({ version, snapshot, ledger: own }: Position): Partial<Explanation> | null {
    const known = own ? { ledger: own } : null
    if (!this.explanation) return known
    const { version: of, age, explanation } = this.explanation
    if (of === version) return explanation
    const { quotes, ledger } = explanation
    return !this.past && of < version && age === snapshot.board?.age ? { quotes, ledger } : known
  }

  /**
   * Asks what a position means, once the position itself is on the screen. The table is complete without it: prices,
   * reasons and sums are added when they come.
   */
  async #explain(version: number): Promise<void> {
    this.#asked = version
    await painted()
    if (this.#asked !== version) return
    try {
      const answer = await this.#referee!.explain()
      const { version: of, explanation } = answer
      if (explanation) this.explanation = { version: of, age: this.now.snapshot.board?.age ?? 0, explanation }
    } catch (error) {
      if (!(error instanceof CuriaError)) throw error
      this.explanation = null
    }
  }

  /** What was sent is done, or someone was faster: what was selected for it is no longer selected. */
  #deselect(): void {
    this.sending = null
    this.picks = []
    this.pinned = null
  }

  /** Adds steps that are not known yet. */
  addSteps(steps: readonly Step[]): void {
    const known = new Set(this.steps.map(({ version }) => version))
    const fresh = steps.filter(({ version }) => !known.has(version))
    if (fresh.length > 0) this.steps = [...this.steps, ...fresh].sort((a, b) => a.version - b.version)
  }

  /** Takes all steps from the beginning to a version; those that are known of later versions stay. */
  replaceSteps(steps: readonly Step[]): void {
    const last = steps.at(-1)?.version ?? 0
    this.steps = [...steps, ...this.steps.filter(({ version }) => version > last)]
  }

  /** A decision with one option is asked all the same; the option is selected already. */
  #preselect(): void {
    const [only, ...others] = this.actions
    if (!only || others.length > 0 || this.board?.decision?.kind === 'turn') return
    const [pick] = picksOf(only)
    if (pick && this.picks.length === 0) this.picks = [pick]
  }

  /** Whether one of these can be picked now: as the first or the next field of an action. */
  isOpen(candidates: readonly Pick[]): boolean {
    return candidates.some((pick) => this.next.has(keyOf(pick)) || this.first.has(keyOf(pick)))
  }

  /** The best rank that an advice has which begins or goes on with one of these; undefined without one. */
  adviceAt(candidates: readonly Pick[]): number | undefined {
    const ranks = candidates.flatMap((pick) => this.#advised.get(keyOf(pick)) ?? [])
    return ranks.length > 0 ? Math.min(...ranks) : undefined
  }

  isNext(candidates: readonly Pick[]): boolean {
    return candidates.some((pick) => this.next.has(keyOf(pick)))
  }

  isPicked(candidates: readonly Pick[]): boolean {
    return candidates.some((pick) => this.picks.some((picked) => keyOf(picked) === keyOf(pick)))
  }

  /** Something on the table was clicked: it is explained, and picked if it can be. Returns whether it was picked. */
  tap(thing: Thing | null, candidates: readonly Pick[], whyNot?: string): boolean {
    if (thing) this.pinned = thing
    this.note = null
    this.confirming = null
    if (this.sending) return false
    if (this.isPicked(candidates)) return true
    const next = candidates.find((pick) => this.next.has(keyOf(pick)))
    if (next) {
      this.#add(next)
      return true
    }
    const first = candidates.find((pick) => this.first.has(keyOf(pick)))
    if (first) {
      this.picks = [first]
      return true
    }
    this.picks = []
    if (whyNot !== undefined) this.note = { text: whyNot, bad: false }
    return false
  }

  #add(pick: Pick): void {
    const picks = [...this.picks, pick]
    const [action, ...others] = matching(this.actions, picks)
    if (action && others.length === 0) void this.do(action)
    else this.picks = picks
  }

  cancel(): void {
    this.picks = []
    this.confirming = null
    this.note = null
    this.pinned = null
  }

  /** Sends an action, after asking once more where the player wants that. */
  async do(action: Action, { sure = false } = {}): Promise<void> {
    if (!this.#referee || this.sending) return
    if (!sure && this.#asksAgain(action)) {
      this.confirming = action
      return
    }
    this.confirming = null
    this.note = null
    this.sending = action
    try {
      await this.#referee.act(action, this.now.version)
      if (this.sending === action) this.#deselect()
    } catch (error) {
      this.sending = null
      if (isCode(error, 'stale')) this.picks = []
      this.#refused(error)
    }
  }

  #refused(error: unknown): void {
    const rival = this.mine === null ? undefined : this.nameOf(otherSeat(this.mine))
    this.note = { text: errorText(error, rival), bad: true }
  }

  #asksAgain(action: Action): boolean {
    // What is given up does not come back.
    if (action.type === 'decline') return true
    return (
      preferences.confirm === 'always' || (preferences.confirm === 'touch' && matchMedia('(pointer: coarse)').matches)
    )
  }

  /** What is done to the match as a whole. */
  async command(send: (match: LiveMatch) => Promise<unknown>): Promise<void> {
    if (!this.match) return
    this.note = null
    try {
      await send(this.match)
    } catch (error) {
      this.#refused(error)
    }
  }
}
