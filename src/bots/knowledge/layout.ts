import type { Deal, MatchOptions, MatchView } from '../../rules/index.ts'
import { backOf, boxOf, deal, discountOf, isMythologyToken, mythologyOf } from '../../rules/index.ts'
import { groupsOf } from './groups.ts'
import { swapDealt } from './renaming.ts'

type Slots = MatchView['structure']
type Age = 1 | 2 | 3

/**
 * A deal whose structure of an age looks as it was laid out: every back, every card that lies face up, and the tokens
 * on the slots. All that was to be seen of it before were the other ages.
 */
export function withLayout(dealt: Deal, age: Age, seen: Slots): Deal {
  const { slots, removed } = dealt.ages[age]
  const byBack = groupsOf(slots, backOf)
  const arranged = slots.map((_, slot) => byBack.get(seen[slot]!.back)!.shift()!)
  let laid: Deal = { ...dealt, ages: { ...dealt.ages, [age]: { slots: arranged, removed } } }
  for (const [slot, { card }] of Object.entries(seen)) {
    if (card !== undefined) laid = swapDealt(laid, laid.ages[age].slots[Number(slot)]!, card)
  }
  return withSlotTokens(laid, age, seen)
}

/** Of a Mythology token its mythology is public, and of an Offering token its discount, which only one has. */
function withSlotTokens(dealt: Deal, age: Age, seen: Slots): Deal {
  const tokens = Object.entries(seen)
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, { token }]) => (token ? [token] : []))
  if (tokens.length === 0) return dealt
  if (age === 2) {
    const offering = (discount: number) => dealt.offeringTokens!.find((id) => discountOf(id) === discount)!
    return { ...dealt, offeringTokens: tokens.map((token) => offering('offering' in token ? token.offering : 0)) }
  }
  const supply = groupsOf([...dealt.mythologyTokens!, ...dealt.boxMythologyTokens!].sort(), mythologyOf)
  const mythologyTokens = tokens.flatMap((token) =>
    'mythology' in token ? [supply.get(token.mythology)!.shift()!] : [],
  )
  return { ...dealt, mythologyTokens, boxMythologyTokens: [...supply.values()].flat().filter(isMythologyToken) }
}

const idsIn = <Id extends string>(set: Partial<Record<Id, unknown>>): Id[] => Object.keys(set) as Id[]
const without = <T>(items: readonly T[], gone: readonly T[]): T[] => items.filter((item) => !gone.includes(item))

/**
 * A deal that agrees with the first view of a match. What the view does not show is dealt in any way, always the same.
 * @param first the view of the first version at which there is a board.
 */
export function dealLike(options: MatchOptions, first: MatchView): Deal {
  const box = boxOf(options)
  const any = deal('what nobody knows', options)
  const boardTokens = idsIn(first.boardTokens)
  const firstWonders = idsIn(first.draft ?? {})
  const otherWonders = without([...any.firstWonders, ...any.secondWonders, ...any.boxWonders], firstWonders)
  const faceUp = Object.values(first.senate ?? {}).map(({ decrees }) => decrees['0']?.id)
  const hidden = without(
    box.decrees,
    faceUp.flatMap((id) => id ?? []),
  )
  const dealt: Deal = {
    ...any,
    boardTokens,
    boxTokens: without(box.tokens, boardTokens),
    firstWonders,
    secondWonders: otherWonders.slice(0, firstWonders.length),
    boxWonders: otherWonders.slice(firstWonders.length),
    decrees: faceUp.map((id) => id ?? hidden.shift()!),
    boxDecrees: hidden,
  }
  return first.age === 0 ? dealt : withLayout(dealt, first.age, first.structure)
}
