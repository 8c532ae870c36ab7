/**
 * Another world that a viewer cannot tell from this one. What they may know is derived from the rules (base.md §10,
 * agora.md §7) and from what has happened, never from what the engine shows: everything else is dealt and chosen anew.
 */
import type { Action, BuildingId, CardId, Deal, TokenId } from '../../../src/rules/index.ts'
import { AGORA, BASE } from './data.ts'
import { decided, eventsOf } from './past.ts'
import type { Past } from './past.ts'
import type { Random } from './random.ts'
import { redealPlots } from './redeal-plots.ts'

type Age = 1 | 2 | 3

const AGES = [1, 2, 3] as const
const GUILDS = new Set<string>(BASE.cards.filter(({ deck }) => deck === 'guild').map(({ id }) => id))
const SENATORS = new Set<string>(AGORA.senators.map(({ id }) => id))
const kindOf = (card: string): 'senator' | 'guild' | 'age' =>
  SENATORS.has(card) ? 'senator' : GUILDS.has(card) ? 'guild' : 'age'

/** A deal and the actions so far that look to the viewer as this match does. */
export function redeal(past: Past, random: Random): { deal: Deal; actions: Action[] } {
  const { history, moment } = past
  const actions = history.actions.slice(0, moment)
  const tokens = redealTokens(past, actions, random)
  const plots = redealPlots(past, tokens.actions, random)
  return {
    deal: {
      ...history.deal,
      ...redealWonders(past, random),
      boxTokens: tokens.boxTokens,
      libraryOrder: tokens.libraryOrder,
      ...redealCards(past, random),
      ...redealDecrees(past, random),
      conspiracies: plots.conspiracies,
    },
    actions: plots.actions,
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
function redealCards(past: Past, random: Random): Pick<Deal, 'ages' | 'boxGuilds'> {
  const { deal, states } = past.history
  const current = states[past.moment]!.age
  const down = new Set(current === 0 ? [] : faceDown(past, current))
  const hidden = (age: Age, kind: 'senator' | 'guild' | 'age'): CardId[] =>
    age < current
      ? []
      : deal.ages[age].slots.filter((card, slot) => kindOf(card) === kind && (age > current || down.has(slot)))

  const senators = random.shuffled(AGES.flatMap((age) => hidden(age, 'senator')))
  const guilds = random.shuffled([...(hidden(3, 'guild') as BuildingId[]), ...deal.boxGuilds])
  const redealt = (age: Age): Deal['ages'][Age] => {
    const { slots, removed } = deal.ages[age]
    const known = knownRemoved(past, age)
    const cards = random.shuffled([
      ...(hidden(age, 'age') as BuildingId[]),
      ...removed.filter((card) => !known.cards.has(card)),
    ])
    const supply = { senator: senators, guild: guilds, age: cards }
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
  return { ages, boxGuilds: guilds }
}

/** Slots of the structure that nobody has seen yet. */
function faceDown(past: Past, age: Age): number[] {
  const layouts = past.history.options.agora ? AGORA.layouts : BASE.layouts
  const laidOut =
    eventsOf(past, 'age-began')
      .filter((event) => event.age === age)
      .at(-1)?.at ?? 0
  const revealed = new Set(
    eventsOf(past, 'card-revealed')
      .filter(({ at }) => at >= laidOut)
      .map(({ slot }) => slot),
  )
  const { slots } = layouts.find((layout) => layout.age === age)!
  return slots.filter(({ slot, faceUp }) => !faceUp && !revealed.has(slot)).map(({ slot }) => slot)
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

/** Tokens: the order of the box, what the Great Library drew for another, which token another locked out of the box. */
function redealTokens(
  past: Past,
  actions: readonly Action[],
  random: Random,
): { boxTokens: TokenId[]; libraryOrder: TokenId[]; actions: Action[] } {
  const { history, viewer } = past
  const { deal, states } = history
  const looked = decided(past, 'espionage', 'lock-token')
  const boxTokens = looked.length > 0 ? deal.boxTokens : random.shuffled(deal.boxTokens)

  // Another token may have been locked, if the viewer has not met it in or out of the box since.
  const redone = [...actions]
  const boxAt = (at: number): TokenId[] => [...states[at]!.boxTokens]
  const lock = eventsOf(past, 'progress-token-locked').find(({ from, seat }) => from === 'box' && seat !== viewer)
  const locked = lock?.token
  let instead = locked
  if (lock && !looked.some((at) => at > lock.at)) {
    const taken = eventsOf(past, 'progress-token-taken')
      .filter(({ at }) => at > lock.at)
      .map(({ token }) => token)
    const drawn = eventsOf(past, 'library-drawn')
      .filter(({ at, seat }) => at > lock.at && seat === viewer)
      .flatMap(({ tokens }) => tokens!)
    instead = random.pick(boxAt(lock.at).filter((token) => ![...taken, ...drawn].includes(token)))
    redone[lock.at] = { type: 'lock-progress-token', token: instead }
  }

  // The Great Library drew the same for the viewer; for another only the token that was kept is known.
  const [draw] = eventsOf(past, 'library-drawn')
  let first: TokenId[] = []
  if (draw) {
    const box = boxAt(draw.at).map((token) => (lock && lock.at < draw.at && token === instead ? locked! : token))
    const [kept] = eventsOf(past, 'progress-token-taken').filter(
      ({ at, from, seat }) => at > draw.at && from === 'box' && seat === draw.seat,
    )
    const mayKnow = draw.seat === viewer
    const choices = kept
      ? [kept.token, ...random.shuffled(box.filter((token) => token !== kept.token))]
      : random.shuffled(box)
    first = mayKnow ? draw.tokens! : random.shuffled(choices.slice(0, draw.count))
  }
  const libraryOrder = [...first, ...random.shuffled(deal.libraryOrder!.filter((token) => !first.includes(token)))]
  return { boxTokens, libraryOrder, actions: redone }
}

/** Decrees that nobody has seen, in chambers and in the box. */
function redealDecrees(past: Past, random: Random): Pick<Deal, 'decrees' | 'boxDecrees'> {
  const { decrees, boxDecrees } = past.history.deal
  const revealed = new Set<string>(eventsOf(past, 'decree-revealed').map(({ decree }) => decree))
  const known = decrees.map((id, index) => AGORA.senate.chambers[index]!.decreeFaceUpAtSetup || revealed.has(id))
  const hidden = random.shuffled([...decrees.filter((_, index) => !known[index]), ...boxDecrees])
  return { decrees: decrees.map((id, index) => (known[index] ? id : hidden.shift()!)), boxDecrees: hidden }
}
