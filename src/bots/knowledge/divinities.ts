import type { DivinityId, MatchEvent, MatchOptions, MatchState, Mythology, Seat } from '../../rules/index.ts'
import { boxOf, MYTHOLOGIES, PANTHEON_CARDS } from '../../rules/index.ts'
import type { Random } from '../random.ts'

/** Where the divinities of one mythology may lie. Those in cities are in none of the lists. */
interface Places {
  /** Top first. */
  deck: readonly DivinityId[]
  drawn: readonly DivinityId[]
  /**
   * Those that are revealed, by what revealed them, the last one last: the Gate may lead to Isis, she to the Divine
   * Theater, and that reveals divinities while those of the Gate have not been returned.
   */
  revealed: readonly (readonly DivinityId[])[]
  /** By space. */
  placed: Readonly<Record<number, DivinityId>>
}

/**
 * Where each divinity may be, as a seat knows it (pantheon.md §7). A mythology has three divinities, so every way in
 * which they may lie is listed; a way is listed more often if it is more likely.
 */
export class DivinityPlaces {
  readonly #seat: Seat
  readonly #ways: Map<Mythology, readonly Places[]>

  constructor(options: MatchOptions, seat: Seat) {
    const { divinities } = boxOf(options)
    this.#seat = seat
    this.#ways = new Map(
      MYTHOLOGIES.map((mythology) => [
        mythology,
        orders(divinities.filter((id) => mythologyOfDivinity(id) === mythology)).map((deck) => ({
          deck,
          drawn: [],
          revealed: [],
          placed: {},
        })),
      ]),
    )
  }

  /**
   * Follows the cards through some events, and forgets the ways in which these could not have happened.
   * @returns the world before the events, in which the divinities lie in one of the ways that are left.
   */
  follow(events: readonly MatchEvent[], before: MatchState): MatchState {
    if (!events.some(({ type }) => FOLLOWED.has(type))) return before
    const was = new Map<Mythology, Places>()
    for (const [mythology, ways] of this.#ways) {
      const left = ways.flatMap((way) => {
        const after = events.reduce<Places[]>(
          (all, event) => all.flatMap((each) => this.#after(each, event, mythology)),
          [way],
        )
        return after.map((places) => ({ way, places }))
      })
      if (left.length === 0) throw new Error(`the ${mythology} divinities cannot lie in any way that was seen`)
      was.set(mythology, left[0]!.way)
      this.#ways.set(
        mythology,
        left.map(({ places }) => places),
      )
    }
    return withDivinities(before, was)
  }

  /** What may follow on a way by an event; nothing if the event could not have happened. */
  #after(places: Places, event: MatchEvent, mythology: Mythology): Places[] {
    const { deck, drawn, revealed, placed } = places
    switch (event.type) {
      case 'divinities-drawn': {
        if (event.mythology !== mythology) return [places]
        const top = deck.slice(0, event.count)
        if (event.drawn && top.join() !== event.drawn.join()) return []
        return [{ ...places, deck: deck.slice(event.count), drawn: top }]
      }
      case 'divinity-placed': {
        if (event.mythology !== mythology) return [places]
        const chosen = event.seat === this.#seat ? drawn.filter((id) => id === event.divinity) : drawn
        return chosen.map((id) => ({
          ...places,
          drawn: [],
          deck: [...without(drawn, id), ...deck],
          placed: { ...placed, [event.space]: id },
        }))
      }
      case 'pantheon-revealed':
        return Object.entries(placed).every(([space, id]) => event.spaces[Number(space) as 1] === id) ? [places] : []
      case 'divinities-revealed': {
        const ours = event.divinities.filter((id) => mythologyOfDivinity(id) === mythology)
        const top = deck.slice(0, ours.length)
        if (!top.every((id) => ours.includes(id))) return []
        if (ours.length === 0) return [places]
        return [{ ...places, deck: deck.slice(ours.length), revealed: [...revealed, ours] }]
      }
      case 'divinity-activated': {
        const id = event.divinity as DivinityId
        const left = Object.entries(placed).filter(([, other]) => other !== id)
        const notChosen = revealed.map((ids) => without(ids, id)).filter((ids) => ids.length > 0)
        return [{ ...places, revealed: notChosen, placed: Object.fromEntries(left) }]
      }
      case 'divinities-returned': {
        if (!event.mythologies.includes(mythology)) return [places]
        const last = revealed.at(-1)!
        const tops = last.length > 1 && event.top ? [event.top] : last
        return tops.map((top) => ({
          ...places,
          revealed: revealed.slice(0, -1),
          deck: [top, ...without(last, top), ...deck],
        }))
      }
      default:
        return [places]
    }
  }

  /** A world in which the divinities lie in any way that is possible. */
  deal(world: MatchState, random: Random): MatchState {
    const ways = new Map<Mythology, Places>()
    for (const [mythology, possible] of this.#ways) ways.set(mythology, random.pick(possible))
    return withDivinities(world, ways)
  }
}

const FOLLOWED: ReadonlySet<MatchEvent['type']> = new Set([
  'divinities-drawn',
  'divinity-placed',
  'pantheon-revealed',
  'divinities-revealed',
  'divinity-activated',
  'divinities-returned',
])

const mythologyOfDivinity = (id: DivinityId): Mythology => PANTHEON_CARDS[id].mythology!

const without = (ids: readonly DivinityId[], gone: DivinityId): DivinityId[] => ids.filter((id) => id !== gone)

/** All orders of some things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first, index) => orders(things.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

/** A world whose divinities lie in these places. */
function withDivinities(world: MatchState, ways: ReadonlyMap<Mythology, Places>): MatchState {
  const { pantheon, stack } = world
  if (!pantheon) return world
  const decks = { ...pantheon.decks }
  const placed: (DivinityId | undefined)[] = []
  for (const [mythology, way] of ways) {
    decks[mythology] = way.deck
    for (const space in way.placed) placed[Number(space) - 1] = way.placed[space]!
  }
  const next = { ...world }
  next.pantheon = { ...pantheon, decks }
  next.pantheon.spaces = pantheon.spaces.map((space, index) => {
    const card = placed[index]
    return space && card && card !== space.card ? { card, placedBy: space.placedBy } : space
  })
  if (stack.some(({ kind }) => kind === 'place-divinity')) {
    next.stack = stack.map((step) =>
      step.kind === 'place-divinity' ? { ...step, drawn: ways.get(step.mythology)!.drawn } : step,
    )
  }
  return next
}
