import type { BuildingId, CardId, Deal, MatchEvent, MatchState, MatchView } from '../../rules/index.ts'
import { backOf, isMythologyToken, mythologyOf } from '../../rules/index.ts'
import type { Random } from '../random.ts'
import { groupsOf } from './groups.ts'
import { swapCards, swapDecrees, swapSlotTokens } from './renaming.ts'

type Age = 1 | 2 | 3
const AGES = [1, 2, 3] as const

/** What a seat knows of the cards that lie face down, or are removed, and of the decrees. */
export class HiddenCards {
  /** The ages whose removed cards the seat has seen, in their order. */
  readonly #seenRemoved = new Set<Age>()
  /** Removed cards that were constructed. */
  readonly #knownRemoved = new Set<CardId>()

  /**
   * A world before some events, in which these can happen: every card, decree and token that they turn up lies where it
   * turns up.
   */
  foresee(events: readonly MatchEvent[], after: MatchView, world: MatchState): MatchState {
    const before = world
    const turned = new Map<number, number>()
    return events.reduce((foreseen, event) => {
      switch (event.type) {
        case 'wonders-revealed':
          return withSecondWonders(foreseen, event.wonders)
        case 'card-revealed':
        case 'card-discarded':
          return swapCards(foreseen, foreseen.structure[event.slot]!, event.card)
        case 'building-constructed':
          if (event.from !== 'box') return foreseen
          this.#knownRemoved.add(event.building)
          return withRemoved(foreseen, event.building)
        case 'decree-revealed': {
          const nth = turned.get(event.chamber) ?? 0
          turned.set(event.chamber, nth + 1)
          return swapDecrees(foreseen, faceDownIn(before, foreseen, events, event.chamber)[nth]!, event.decree)
        }
        case 'mythology-token-taken':
          return withMythologyToken(foreseen, event.slot, Object.keys(after.cities[event.seat].mythologyTokens!))
        case 'token-discarded':
          return swapSlotTokens(foreseen, foreseen.pantheon!.slotTokens[event.slot]!, event.token)
        default:
          return foreseen
      }
    }, world)
  }

  /** A decision of the seat may list the removed cards of the ages so far. */
  see({ decision, legal = [] }: MatchView, world: MatchState): MatchState {
    if (decision?.kind !== 'construct-removed') return world
    const listed = legal.flatMap((offer) => (offer.type === 'choose-building' ? (offer.building as BuildingId[]) : []))
    if (listed.length === 0) return world
    let seen = world
    for (const age of AGES.filter((each) => each <= world.age)) {
      this.#seenRemoved.add(age)
      const { removed } = seen.deal.ages[age]
      const cards = listed.splice(0, removed.length)
      for (const [index, card] of cards.entries()) seen = swapCards(seen, seen.deal.ages[age].removed[index]!, card)
    }
    return seen
  }

  /** A world in which the cards and decrees that the seat has not seen are dealt in any way that is possible. */
  deal(world: MatchState, random: Random): MatchState {
    const { age: now, structure, faceUp, deal } = world
    const isHidden = (age: Age, slot: number): boolean =>
      age > now || (age === now && structure[slot] !== null && !faceUp[slot])
    const isHiddenRemoved = (age: Age, card: CardId): boolean =>
      !this.#seenRemoved.has(age) && !this.#knownRemoved.has(card)
    const hidden = AGES.flatMap((age) => [
      ...deal.ages[age].slots.filter((_, slot) => isHidden(age, slot)),
      ...deal.ages[age].removed.filter((card) => isHiddenRemoved(age, card)),
    ])
    const supply = groupsOf(random.shuffled([...hidden, ...deal.boxGuilds, ...(deal.boxTemples ?? [])]), backOf)
    const take = <T extends CardId>(card: T): T => supply.get(backOf(card))!.pop() as T

    const dealAge = (age: Age): Deal['ages'][Age] => {
      const { slots, removed } = deal.ages[age]
      const dealt = slots.map((card, slot) => (isHidden(age, slot) ? take(card) : card))
      return {
        slots: age > now ? random.shuffled(dealt) : dealt,
        removed: removed.map((card) => (isHiddenRemoved(age, card) ? take(card) : card)),
      }
    }
    const ages = { 1: dealAge(1), 2: dealAge(2), 3: dealAge(3) }
    return dealDecrees(
      {
        ...world,
        structure: now === 0 ? structure : structure.map((card, slot) => card && ages[now].slots[slot]!),
        deal: {
          ...deal,
          ...dealWonders(world, random),
          ages,
          boxGuilds: deal.boxGuilds.map(take),
          ...(deal.boxTemples && { boxTemples: deal.boxTemples.map(take) }),
          ...(deal.offeringTokens && now < 2 && { offeringTokens: random.shuffled(deal.offeringTokens) }),
        },
      },
      random,
    )
  }
}

function withSecondWonders(world: MatchState, wonders: Deal['secondWonders']): MatchState {
  const { deal } = world
  const all = [...deal.secondWonders, ...deal.boxWonders]
  const boxWonders = all.filter((wonder) => !wonders.includes(wonder))
  return { ...world, deal: { ...deal, secondWonders: [...wonders], boxWonders } }
}

/** A world in which a card is one of those that were removed from its age. */
function withRemoved(world: MatchState, card: BuildingId): MatchState {
  const age = AGES.find((each) => backOf(world.deal.ages[each].removed[0]!) === backOf(card))!
  const { removed } = world.deal.ages[age]
  return removed.includes(card) ? world : swapCards(world, removed[0]!, card)
}

/** The decrees that lie face down in a chamber, or are moved there face down, in the order in which they turn up. */
function faceDownIn(
  before: MatchState,
  foreseen: MatchState,
  events: readonly MatchEvent[],
  chamber: number,
): string[] {
  const { decrees } = foreseen.senate!
  const isDown = (index: number, place: number): boolean => !before.senate!.decrees[index]![place]!.faceUp
  const down = (index: number): string[] =>
    decrees[index]!.filter((_, place) => isDown(index, place)).map(({ id }) => id)
  const moves = events.filter((event) => event.type === 'decree-moved' && event.decree === undefined)
  const gone = moves.some((event) => event.type === 'decree-moved' && event.from === chamber) ? 1 : 0
  const moved = moves.flatMap((event) =>
    event.type === 'decree-moved' && event.to === chamber ? down(event.from - 1).slice(0, 1) : [],
  )
  return [...down(chamber - 1).slice(gone), ...moved]
}

/** A world in which the Mythology token on a slot is one of those that its new owner has. */
function withMythologyToken(world: MatchState, slot: number, owned: readonly string[]): MatchState {
  const token = world.pantheon!.slotTokens[slot]!
  if (!isMythologyToken(token) || owned.includes(token)) return world
  const { mythologyTokens, boxMythologyTokens } = world.deal
  const taken = [...mythologyTokens!, ...boxMythologyTokens!].find(
    (id) => mythologyOf(id) === mythologyOf(token) && owned.includes(id),
  )
  return taken ? swapSlotTokens(world, token, taken) : world
}

/** The second group of wonders is hidden until it is turned up. */
function dealWonders({ deal, picks, draft }: MatchState, random: Random): Partial<Deal> {
  const isKnown = picks >= deal.firstWonders.length && draft.every((wonder) => deal.secondWonders.includes(wonder))
  const isTurnedUp = deal.firstWonders.length === 0 || (isKnown && picks >= 4)
  if (isTurnedUp) return { boxWonders: random.shuffled(deal.boxWonders) }
  const wonders = random.shuffled([...deal.secondWonders, ...deal.boxWonders])
  const count = deal.secondWonders.length
  return { secondWonders: wonders.slice(0, count), boxWonders: wonders.slice(count) }
}

function dealDecrees(world: MatchState, random: Random): MatchState {
  const { senate, deal } = world
  if (!senate) return world
  const hidden = senate.decrees.flatMap((laid) => laid.flatMap(({ id, faceUp }) => (faceUp ? [] : [id])))
  const supply = random.shuffled([...hidden, ...deal.boxDecrees])
  const instead = new Map(hidden.map((id) => [id, supply.pop()!]))
  const decrees = senate.decrees.map((laid) => laid.map((each) => ({ ...each, id: instead.get(each.id) ?? each.id })))
  return {
    ...world,
    senate: { ...senate, decrees },
    deal: { ...deal, boxDecrees: supply, decrees: deal.decrees.map((id) => instead.get(id) ?? id) },
  }
}
