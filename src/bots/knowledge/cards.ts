import type { BuildingId, CardId, Deal, DecreeId, MatchEvent, MatchState, MatchView } from '../../rules/index.ts'
import { backOf, isMythologyToken, mythologyOf } from '../../rules/index.ts'
import type { Random } from '../random.ts'
import { swapCards, swapDecrees, swapSlotTokens } from './renaming.ts'
import type { Age } from './supply.ts'
import { AGES, Supply } from './supply.ts'

/** What a seat knows of the cards that lie face down, or are removed, and of the decrees. */
export class HiddenCards {
  /** The ages whose removed cards the seat has seen, in their order. */
  readonly #seenRemoved = new Set<Age>()
  /** Removed cards that were constructed. */
  readonly #knownRemoved = new Set<CardId>()
  #supply: Supply | null = null

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
    if (this.#supply?.world !== world) this.#supply = this.#supplyOf(world)
    const supply = this.#supply
    const { age: now, structure, deal } = world
    supply.shuffle(random)
    const ages = { 1: supply.age(1, random), 2: supply.age(2, random), 3: supply.age(3, random) }
    const dealt: Deal = { ...deal }
    dealWonders(dealt, world, random)
    dealt.ages = ages
    dealt.boxGuilds = supply.take('guild', deal.boxGuilds.length)
    if (deal.boxTemples) dealt.boxTemples = supply.take('temple', deal.boxTemples.length)
    if (deal.offeringTokens && now < 2) dealt.offeringTokens = random.shuffled(deal.offeringTokens)
    const next = { ...world, deal: dealt }
    if (now > 0) next.structure = structure.map((card, slot) => card && ages[now as Age].slots[slot]!)
    return dealDecrees(next, random)
  }

  /** What the seat has not seen of a world. */
  #supplyOf(world: MatchState): Supply {
    const { age: now, structure, faceUp } = world
    return new Supply(world, {
      slot: (age, slot) => age > now || (age === now && structure[slot] !== null && !faceUp[slot]),
      removed: (age, card) => !this.#seenRemoved.has(age) && !this.#knownRemoved.has(card),
    })
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

/** The second group of wonders is hidden until it is turned up. @param dealt the deal that is changed. */
function dealWonders(dealt: Deal, { deal, picks, draft }: MatchState, random: Random): void {
  const isKnown = picks >= deal.firstWonders.length && draft.every((wonder) => deal.secondWonders.includes(wonder))
  const isTurnedUp = deal.firstWonders.length === 0 || (isKnown && picks >= 4)
  if (isTurnedUp) {
    dealt.boxWonders = random.shuffled(deal.boxWonders)
    return
  }
  const wonders = random.shuffled([...deal.secondWonders, ...deal.boxWonders])
  const count = deal.secondWonders.length
  dealt.secondWonders = wonders.slice(0, count)
  dealt.boxWonders = wonders.slice(count)
}

/** @param world a sampled one, which is changed. */
function dealDecrees(world: MatchState, random: Random): MatchState {
  const { senate, deal } = world
  if (!senate) return world
  const supply: DecreeId[] = []
  for (const laid of senate.decrees) for (const { id, faceUp } of laid) if (!faceUp) supply.push(id)
  const hidden = [...supply]
  const left = random.shuffled([...supply, ...deal.boxDecrees])
  const instead = hidden.map(() => left.pop()!)
  const newOf = (id: DecreeId): DecreeId => {
    const index = hidden.indexOf(id)
    return index < 0 ? id : instead[index]!
  }
  world.senate = {
    cubes: senate.cubes,
    decrees: senate.decrees.map((laid) =>
      laid.map((each) => (each.faceUp ? each : { id: newOf(each.id), faceUp: false })),
    ),
  }
  deal.boxDecrees = left
  deal.decrees = deal.decrees.map(newOf)
  return world
}
