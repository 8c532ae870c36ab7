import { isDeepStrictEqual } from 'node:util'
import type {
  Action,
  BuildingId,
  CardId,
  MatchEvent,
  MatchState,
  MatchView,
  Price,
  Score,
  Seat,
  TokenId,
  Viewer,
  WonderId,
} from '../../../src/rules/index.ts'
import { legalActions, price, redact, reduce, score, view } from '../../../src/rules/index.ts'

/** The players as the cases of the rules call them: A is the first player. */
export type Player = 'A' | 'B'
export const seatOf = (player: Player): Seat => (player === 'A' ? 0 : 1)
export const playerOf = (seat: Seat): Player => (seat === 0 ? 'A' : 'B')
export const VIEWERS: readonly Viewer[] = [0, 1, 'spectator']

export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

/**
 * A match at one moment, with what can be asked of it and done in it. Nothing changes it: what is done gives a new
 * game. Its state is frozen, so that an engine that changed its input would throw.
 */
export class Game {
  readonly state: MatchState
  /** The events of the last action. */
  readonly events: readonly MatchEvent[]

  constructor(state: MatchState, events: readonly MatchEvent[] = []) {
    freeze(state)
    this.state = state
    this.events = events
  }

  /** A later moment of the same match, seen in the same way. */
  private next(state: MatchState, events: readonly MatchEvent[]): this {
    return new (this.constructor as new (state: MatchState, events: readonly MatchEvent[]) => this)(state, events)
  }

  /** The same events, but another state. */
  with(state: MatchState): this {
    return this.next(state, this.events)
  }

  // Actions. Each throws RuleViolation if it is not legal.

  act(action: Action): this {
    const { state, events } = reduce(this.state, action)
    return this.next(state, events)
  }

  /** One action after the other. */
  do(...actions: readonly Action[]): this {
    return actions.reduce((game, action) => game.act(action), this)
  }

  /** The mover discards some card: the last one, so that those a position names lie there as long as possible. */
  pass(): this {
    return this.act({ type: 'discard-card', slot: this.anySlot() })
  }

  build(card: CardId): this {
    return this.act(this.building(card))
  }

  discard(card: CardId): this {
    return this.act(this.discarding(card))
  }

  /** Constructs a wonder with a card, by default any accessible one. */
  wonder(wonder: WonderId, using?: CardId): this {
    return this.act(this.constructing(wonder, using))
  }

  /** Takes a progress token. */
  take(token: TokenId): this {
    return this.act({ type: 'choose-progress-token', token })
  }

  /** Chooses a building: to destroy, or from the discard pile. */
  choose(building: CardId): this {
    return this.act({ type: 'choose-building', building })
  }

  letBegin(player: Player): this {
    return this.act({ type: 'choose-first-player', seat: seatOf(player) })
  }

  // The same actions as values.

  building(card: CardId): Action {
    return { type: 'construct-building', slot: this.slotOf(card) }
  }

  discarding(card: CardId): Action {
    return { type: 'discard-card', slot: this.slotOf(card) }
  }

  constructing(wonder: WonderId, using?: CardId): Action {
    const slot = using ? this.slotOf(using) : this.accessible()[0]
    if (slot === undefined) throw new Error('no card is accessible')
    return { type: 'construct-wonder', slot, wonder }
  }

  protected anySlot(): number {
    const slot = this.accessible().at(-1)
    if (slot === undefined) throw new Error('no card is accessible')
    return slot
  }

  // Queries.

  slotOf(card: CardId): number {
    const slot = this.state.structure.indexOf(card)
    if (slot < 0) throw new Error(`${card} does not lie in the structure`)
    return slot
  }

  legal(): Action[] {
    return legalActions(this.state)
  }

  isLegal(action: Action): boolean {
    return this.legal().some((legal) => isDeepStrictEqual(legal, action))
  }

  /** What the legal actions of the open choice name: tokens, buildings, wonders to draft or seats. */
  choices(): (string | number)[] {
    return this.legal().map((action) => {
      switch (action.type) {
        case 'choose-progress-token':
          return action.token
        case 'choose-building':
          return action.building
        case 'draft-wonder':
          return action.wonder
        case 'choose-first-player':
          return action.seat
        default:
          throw new Error(`${action.type} is not a choice`)
      }
    })
  }

  /** The kind of the open decision; undefined when the match is over. */
  get decision(): string | undefined {
    return this.state.stack.at(-1)?.kind
  }

  /** Who decides; null when the match is over. */
  get toAct(): Player | null {
    return this.state.toAct === null ? null : playerOf(this.state.toAct)
  }

  /** The price of a building of the structure or of a wonder of the mover, whether or not it is affordable. */
  price(item: CardId | WonderId): Price {
    const game = this.withCoins(1000)
    const action = game.toConstruct(item)
    const found = price(game.state, action)
    if (!found) throw new Error(`${item} cannot be constructed`)
    return found as Price
  }

  /** The action that constructs a card of the structure or a wonder of the mover. */
  toConstruct(item: CardId | WonderId): Action {
    const { wonders } = this.state.cities[this.state.turnOf]
    const wonder = wonders.find(({ id }) => id === item)
    return wonder ? this.constructing(wonder.id) : this.building(item as CardId)
  }

  /** The same position, but the mover has these coins. */
  withCoins(coins: number): this {
    const [a, b] = this.state.cities
    return this.with({ ...this.state, cities: this.state.turnOf === 0 ? [{ ...a, coins }, b] : [a, { ...b, coins }] })
  }

  city(player: Player): MatchState['cities'][Seat] {
    return this.state.cities[seatOf(player)]
  }

  coins(player: Player): number {
    return this.city(player).coins
  }

  owns(player: Player, building: BuildingId): boolean {
    return this.city(player).buildings.includes(building)
  }

  hasConstructed(player: Player, wonder: WonderId): boolean {
    return this.city(player).wonders.some(({ id, under }) => id === wonder && under !== null)
  }

  score(player: Player): Score {
    return score(this.state)[seatOf(player)]
  }

  /** Slots whose card can be taken in this turn: discarding is always legal. */
  accessible(): number[] {
    return this.legal().flatMap((action) => (action.type === 'discard-card' ? [action.slot] : []))
  }

  /** Slots whose card a viewer sees the face of. */
  faceUpFor(viewer: Player | Viewer): number[] {
    return Object.entries(this.view(viewer).structure)
      .filter(([, { card }]) => card !== undefined)
      .map(([slot]) => Number(slot))
  }

  view(viewer: Player | Viewer): MatchView {
    return view(this.state, viewer === 'A' || viewer === 'B' ? seatOf(viewer) : viewer)
  }

  /** The events of the last action as a viewer receives them. */
  eventsFor(viewer: Player | Viewer): MatchEvent[] {
    const seat = viewer === 'A' || viewer === 'B' ? seatOf(viewer) : viewer
    return this.events.flatMap((event) => redact(event, seat) ?? [])
  }

  /** Events of one type, in order, of the last action. */
  eventsOf<T extends MatchEvent['type']>(type: T): Extract<MatchEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<MatchEvent, { type: T }> => event.type === type)
  }

  /** Coins that the last action brought a player, and why, in order. */
  gains(player: Player): [string, number][] {
    return this.eventsOf('coins-gained').flatMap(({ seat, reason, coins }) =>
      seat === seatOf(player) ? [[reason, coins]] : [],
    )
  }

  /** Kinds of the steps that the last action skipped, because there was nothing to decide. */
  skipped(): string[] {
    return this.eventsOf('step-skipped').map(({ step }) => step)
  }
}
