import type { Action, MatchEvent, MatchOptions, MatchState, MatchView, Seat } from '../../rules/index.ts'
import { Choices, legalActions, redact, reduce, start } from '../../rules/index.ts'
import { Random } from '../random.ts'
import { HiddenCards } from './cards.ts'
import { ConspiracyPlaces } from './conspiracies.ts'
import { DivinityPlaces } from './divinities.ts'
import { dealLike, withLayout } from './layout.ts'
import { BoxTokens } from './tokens.ts'

/**
 * All that a seat knows of a match, from its views and events alone: one world that agrees with everything that the
 * seat has seen, and what of it the seat knows for certain. `sample` gives other such worlds.
 *
 * The world follows the match by the rules: for each version it is first changed so that what is about to be turned up
 * lies where it turns up, and then takes the action that explains the events.
 */
export class Knowledge {
  readonly seat: Seat
  readonly #cards = new HiddenCards()
  readonly #tokens: BoxTokens
  readonly #conspiracies: ConspiracyPlaces
  readonly #divinities: DivinityPlaces
  /** Only for what is not known: which way is chosen makes no difference. */
  readonly #random = new Random('knowledge')
  #world: MatchState

  /**
   * @param first the seat's view of the first version at which there is a board.
   */
  constructor(options: MatchOptions, seat: Seat, first: MatchView) {
    this.seat = seat
    this.#tokens = new BoxTokens(seat)
    this.#conspiracies = new ConspiracyPlaces(options, seat)
    this.#divinities = new DivinityPlaces(options, seat)
    this.#world = start(options, dealLike(options, first))
  }

  /**
   * Learns from one version: the events as the seat received them, and its view after them. Events that are not of the
   * rules, such as an offer of a draw, must be left out.
   * @throws Error if no legal action explains the events.
   */
  observe(events: readonly MatchEvent[], after: MatchView): void {
    if (events.length === 0 || this.#world.result || after.result) return
    const before = this.#foresee(events, after)
    const next = explain(before, this.seat, events)
    this.#conspiracies.follow(events)
    this.#tokens.follow(events, before)
    this.#world = this.#tokens.see(after, this.#cards.see(after, next))
  }

  /** The world before some events, changed so that they can happen. */
  #foresee(events: readonly MatchEvent[], after: MatchView): MatchState {
    let world = this.#world
    world = this.#cards.foresee(events, after, world)
    world = this.#tokens.foresee(events, world)
    if (world.senate) {
      this.#conspiracies.foresee(events)
      world = this.#conspiracies.deal(world, this.#random)
    }
    world = this.#divinities.follow(events, world)
    if (after.age > 0 && after.age !== world.age) {
      world = { ...world, deal: withLayout(world.deal, after.age as 1 | 2 | 3, after.structure) }
    }
    return world
  }

  /** A whole state that agrees with everything that the seat has seen, drawn at random from such states. */
  sample(random: Random): MatchState {
    let world = this.#cards.deal(this.#world, random)
    world = this.#tokens.deal(world, random)
    if (world.senate) world = this.#conspiracies.deal(world, random)
    return world.pantheon ? this.#divinities.deal(world, random) : world
  }
}

/** The state after the action that has these events for a seat. @throws Error if there is none. */
function explain(before: MatchState, seat: Seat, events: readonly MatchEvent[]): MatchState {
  const seen = JSON.stringify(events)
  const choices = new Choices(before)
  for (const action of likeliest(legalActions(before, choices), seen)) {
    const { state, events: caused } = reduce(before, action, choices)
    if (JSON.stringify(caused.map((event) => redact(event, seat))) === seen) return state
  }
  throw new Error(`no legal action explains what seat ${seat} has seen: ${seen}`)
}

/** Actions in the order of how many of their fields the events name: so the right one is tried early. */
function likeliest(actions: readonly Action[], seen: string): Action[] {
  const named = (action: Action): number =>
    Object.values(action).filter((value) => seen.includes(JSON.stringify(value))).length
  return actions
    .map((action) => ({ action, count: named(action) }))
    .sort((one, other) => other.count - one.count)
    .map(({ action }) => action)
}
