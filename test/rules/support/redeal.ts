/**
 * Another world that a viewer cannot tell from this one. What they may know is derived from the rules (base.md §10,
 * agora.md §7, pantheon.md §7) and from what has happened, never from what the engine shows: everything else is dealt
 * and chosen again.
 */
import type { Action, BuildingId, CardId, Deal } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'
import type { Past } from './past.ts'
import { decided, eventsOf } from './past.ts'
import type { Random } from './random.ts'
import { redealDivinities } from './redeal-divinities.ts'
import { redealPlots } from './redeal-plots.ts'
import { redealTokens } from './redeal-tokens.ts'

type Age = 1 | 2 | 3

const AGES = [1, 2, 3] as const
const GUILDS = new Set<string>(BASE.cards.filter(({ deck }) => deck === 'guild').map(({ id }) => id))
const SENATORS = new Set<string>(AGORA.senators.map(({ id }) => id))
const TEMPLES = new Set<string>(PANTHEON.grandTemples.map(({ id }) => id))

/** Cards of one kind have the same back, and may change places. */
type Kind = 'senator' | 'guild' | 'temple' | 'age'
const kindOf = (card: string): Kind =>
  SENATORS.has(card) ? 'senator' : GUILDS.has(card) ? 'guild' : TEMPLES.has(card) ? 'temple' : 'age'

/** A deal and the actions so far that look to the viewer as this match does. */
export function redeal(past: Past, random: Random): { deal: Deal; actions: Action[] } {
  const { history, moment } = past
  const tokens = redealTokens(past, history.actions.slice(0, moment), random)
  const plots = redealPlots(past, tokens.actions, random)
  const divinities = redealDivinities(past, plots.actions, random)
  return {
    deal: {
      ...history.deal,
      ...redealWonders(past, random),
      ...tokens.deal,
      ...redealCards(past, random),
      ...redealDecrees(past, random),
      ...divinities.deal,
      conspiracies: plots.conspiracies,
    },
    actions: divinities.actions,
  }
}

/** The second group is hidden until it is turned up, after the fourth pick; the order of those in the box always. */
function redealWonders(past: Past, random: Random): Pick<Deal, 'secondWonders' | 'boxWonders'> {
  const { secondWonders, boxWonders } = past.history.deal
  const turnedUp = eventsOf(past, 'wonders-revealed').some(({ at }) => past.history.states[at + 1]!.picks >= 4)
  if (turnedUp) return { secondWonders, boxWonders: random.shuffled(boxWonders) }
  const wonders = random.shuffled([...secondWonders, ...boxWonders])
  return { secondWonders: wonders.slice(0, secondWonders.length), boxWonders: wonders.slice(secondWonders.length) }
}

/** Face-down cards of the structure among those with the same back, and all that is not laid out yet. */
function redealCards(past: Past, random: Random): Pick<Deal, 'ages' | 'boxGuilds' | 'boxTemples'> {
  const { deal, states } = past.history
  const current = states[past.moment]!.age
  const down = new Set(current === 0 ? [] : faceDown(past, current))
  const hidden = (age: Age, kind: Kind): CardId[] =>
    age < current
      ? []
      : deal.ages[age].slots.filter((card, slot) => kindOf(card) === kind && (age > current || down.has(slot)))

  const senators = random.shuffled(AGES.flatMap((age) => hidden(age, 'senator')))
  const guilds = random.shuffled([...(hidden(3, 'guild') as BuildingId[]), ...deal.boxGuilds])
  const temples = random.shuffled([...(hidden(3, 'temple') as BuildingId[]), ...(deal.boxTemples ?? [])])
  const redealt = (age: Age): Deal['ages'][Age] => {
    const { slots, removed } = deal.ages[age]
    const known = knownRemoved(past, age)
    const cards = random.shuffled([
      ...(hidden(age, 'age') as BuildingId[]),
      ...removed.filter((card) => !known.cards.has(card)),
    ])
    const supply: Record<Kind, CardId[]> = { senator: senators, guild: guilds, temple: temples, age: cards }
    const dealtAnew = slots.map((card, slot) =>
      age > current || (age === current && down.has(slot)) ? supply[kindOf(card)].shift()! : card,
    )
    const others = removed.map((card) => (known.cards.has(card) ? card : cards.shift()!))
    return {
      slots: age > current ? random.shuffled(dealtAnew) : dealtAnew,
      removed: known.inOrder ? others : random.shuffled(others),
    }
  }
  const ages = { 1: redealt(1), 2: redealt(2), 3: redealt(3) }
  return { ages, boxGuilds: guilds, ...(deal.boxTemples && { boxTemples: temples }) }
}

/** Slots of the structure that nobody has seen yet. */
function faceDown(past: Past, age: Age): number[] {
  const layouts = past.history.options.agora ? AGORA.layouts : BASE.layouts
  const laidOut =
    eventsOf(past, 'age-began')
      .filter((event) => event.age === age)
      .at(-1)?.at ?? 0
  // Zeus discards cards that nobody has turned up.
  const seen = new Set(
    [...eventsOf(past, 'card-revealed'), ...eventsOf(past, 'card-discarded')]
      .filter(({ at }) => at >= laidOut)
      .map(({ slot }) => slot),
  )
  const { slots } = layouts.find((layout) => layout.age === age)!
  return slots.filter(({ slot, faceUp }) => !faceUp && !seen.has(slot)).map(({ slot }) => slot)
}

/** Of the cards removed from an age: those that the viewer knows, and whether the viewer has seen all of them. */
function knownRemoved(past: Past, age: Age): { cards: Set<string>; inOrder: boolean } {
  const { removed } = past.history.deal.ages[age]
  if (decided(past, 'construct-removed').some((at) => past.history.states[at]!.age >= age))
    return { cards: new Set(removed), inOrder: true }
  const built = eventsOf(past, 'building-constructed').flatMap(({ from, building }) =>
    from === 'box' ? [building] : [],
  )
  return { cards: new Set(built), inOrder: false }
}

/** Decrees that nobody has seen, in chambers and in the box. */
function redealDecrees(past: Past, random: Random): Pick<Deal, 'decrees' | 'boxDecrees'> {
  const { decrees, boxDecrees } = past.history.deal
  const revealed = new Set<string>(eventsOf(past, 'decree-revealed').map(({ decree }) => decree))
  const known = decrees.map((id, index) => AGORA.senate.chambers[index]!.decreeFaceUpAtSetup || revealed.has(id))
  const hidden = random.shuffled([...decrees.filter((_, index) => !known[index]), ...boxDecrees])
  return { decrees: decrees.map((id, index) => (known[index] ? id : hidden.shift()!)), boxDecrees: hidden }
}
