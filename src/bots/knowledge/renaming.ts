import type { CardId, Deal, MatchState } from '../../rules/index.ts'

/** A list in which two items have changed places, whether they are in it or not. The same list if nothing changes. */
export const swapIn = <T>(items: readonly T[], one: T, other: T): T[] =>
  items.map((item) => (item === one ? other : item === other ? one : item))

type Ages = Deal['ages']

/** A deal in which two cards with the same back have changed places. */
export function swapDealt(dealt: Deal, one: CardId, other: CardId): Deal {
  if (one === other) return dealt
  const swap = <T extends CardId>(cards: readonly T[]): T[] => swapIn<CardId>(cards, one, other) as T[]
  const age = (each: 1 | 2 | 3): Ages[1] => ({
    slots: swap(dealt.ages[each].slots),
    removed: swap(dealt.ages[each].removed),
  })
  return {
    ...dealt,
    ages: { 1: age(1), 2: age(2), 3: age(3) },
    boxGuilds: swap(dealt.boxGuilds),
    ...(dealt.boxTemples && { boxTemples: swap(dealt.boxTemples) }),
  }
}

/** A world in which two cards with the same back have changed places, wherever they lie. */
export function swapCards(world: MatchState, one: CardId, other: CardId): MatchState {
  if (one === other) return world
  const structure = swapIn<CardId | null>(world.structure, one, other)
  return { ...world, structure, deal: swapDealt(world.deal, one, other) }
}

/** A world in which two progress tokens, of which one is locked or both are in the box, have changed places. */
export function swapTokens(world: MatchState, one: string, other: string): MatchState {
  if (one === other) return world
  const swap = <T extends string>(tokens: readonly T[]): T[] => swapIn<string>(tokens, one, other) as T[]
  const [first, second] = world.cities.map((city) => ({
    ...city,
    conspiracies: city.conspiracies.map((held) =>
      held.locked ? { ...held, locked: { ...held.locked, token: swap([held.locked.token])[0]! } } : held,
    ),
  }))
  return {
    ...world,
    boxTokens: swap(world.boxTokens),
    cities: [first!, second!],
    stack: world.stack.map((step) => (step.kind === 'library-choice' ? { ...step, tokens: swap(step.tokens) } : step)),
  }
}

/** A world in which two decrees that lie face down, or in the box, have changed places. */
export function swapDecrees(world: MatchState, one: string, other: string): MatchState {
  if (one === other || !world.senate) return world
  const swap = <T extends string>(decrees: readonly T[]): T[] => swapIn<string>(decrees, one, other) as T[]
  const { deal, senate } = world
  return {
    ...world,
    deal: { ...deal, decrees: swap(deal.decrees), boxDecrees: swap(deal.boxDecrees) },
    senate: {
      ...senate,
      decrees: senate.decrees.map((laid) => laid.map((decree) => ({ ...decree, id: swap([decree.id])[0]! }))),
    },
  }
}

/** A world in which two Mythology tokens of the same mythology have changed places. */
export function swapSlotTokens(world: MatchState, one: string, other: string): MatchState {
  const { deal, pantheon } = world
  if (one === other || !pantheon) return world
  const swap = <T extends string>(tokens: readonly T[]): T[] => swapIn<string>(tokens, one, other) as T[]
  return {
    ...world,
    deal: {
      ...deal,
      mythologyTokens: swap(deal.mythologyTokens!),
      boxMythologyTokens: swap(deal.boxMythologyTokens!),
    },
    pantheon: {
      ...pantheon,
      slotTokens: swapIn<string | null>(pantheon.slotTokens, one, other) as typeof pantheon.slotTokens,
    },
  }
}
