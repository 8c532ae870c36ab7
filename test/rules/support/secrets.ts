/** What is hidden from a viewer at a moment, by box: a window that showed one of these would be a leak. */
import type { MatchEvent, MatchState, Seat, Viewer } from '../../../src/rules/index.ts'
import type { BoxName } from './boxes.ts'

/** What a viewer sees at a moment. */
export type Window = (state: MatchState, viewer: Viewer) => unknown
/** What a viewer receives of an event. */
export type Redaction = (event: MatchEvent, viewer: Viewer) => unknown
type Secrets = Readonly<Record<string, Window>>

const others = (viewer: Viewer): Seat[] => ([0, 1] as const).filter((seat) => seat !== viewer)

const EVERYWHERE: Secrets = {
  'face-down cards': ({ structure, faceUp }) => structure.filter((card, slot) => card !== null && !faceUp[slot]),
  'removed cards': ({ deal }) => [1, 2, 3].map((age) => deal.ages[age as 1].removed),
  'decks of later ages': ({ deal, age }) =>
    [1, 2, 3].filter((each) => each > age).map((each) => deal.ages[each as 1].slots),
  'the second group of wonders': ({ deal, draft, picks }) =>
    picks <= 4 && !draft.includes(deal.secondWonders[0]!) && deal.secondWonders,
  'wonders in the box': ({ deal }) => deal.boxWonders,
  'the order of the box tokens': ({ boxTokens }) => boxTokens,
  'the order in which the Great Library draws': ({ deal, pantheon }) =>
    deal.libraryOrder ?? deal.libraryOrders!.slice(pantheon!.draws.library),
  'tokens drawn by another': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'library-choice' && step.tokens
  },
}

const WITHOUT_PANTHEON: Secrets = {
  'unused guilds': ({ deal }) => [...deal.boxGuilds].sort(),
}

const AGORA: Secrets = {
  'senators face down': ({ structure, faceUp }) =>
    structure
      .filter((card, slot) => card !== null && !faceUp[slot] && /^(politician|conspirator)/.test(card))
      .map((card) => card!.slice(0, 12)),
  'the conspiracy deck': ({ conspiracyDeck }) => conspiracyDeck,
  'the top conspiracy': ({ conspiracyDeck }) => conspiracyDeck[0],
  'the bottom conspiracy': ({ conspiracyDeck }) => conspiracyDeck.at(-1),
  'conspiracies of another': ({ cities }, viewer) =>
    others(viewer).map((seat) =>
      cities[seat].conspiracies.filter(({ state }) => state !== 'triggered').map(({ id }) => id),
    ),
  'conspiracies drawn by another': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'keep-conspiracy' && step.drawn
  },
  'which of two drawn was on top': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'keep-conspiracy' && step.drawn[0]! < step.drawn[1]!
  },
  'a token locked out of the box by another': ({ cities }, viewer) =>
    others(viewer).map((seat) =>
      cities[seat].conspiracies.flatMap(({ locked }) => (locked && !locked.public ? locked.token : [])),
    ),
  'decrees face down': ({ senate }) => senate!.decrees.map((laid) => laid.filter(({ faceUp }) => !faceUp)),
  'decrees in the box': ({ deal }) => deal.boxDecrees,
  // Secrets that a view could reveal without any id.
  'conspiracies of another that Curia Julia can trigger': ({ cities, stack, toAct }, viewer) =>
    toAct !== viewer && stack.at(-1)?.kind === 'trigger-unprepared' && cities[toAct!].conspiracies.map(({ id }) => id),
  'how many conspiracies of another would have an effect': ({ cities }, viewer) =>
    others(viewer).map(
      (seat) =>
        cities[seat].conspiracies.filter(({ id, state }) => state !== 'triggered' && id !== 'coup' && id !== 'sabotage')
          .length,
    ),
  'the length of the name of a conspiracy': ({ conspiracyDeck }) => conspiracyDeck[0]?.length,
}

const laidByOthers = ({ age, pantheon }: MatchState, viewer: Viewer): (string | false)[] =>
  pantheon!.spaces.map((placed) => age < 2 && placed !== null && placed.placedBy !== viewer && placed.card)

const PANTHEON: Secrets = {
  'unused Grand Temples': ({ deal }) => [...deal.boxTemples!].sort(),
  'the decks of divinities': ({ pantheon }) => pantheon!.decks,
  'the divinities that the Gate would reveal': ({ pantheon }) => Object.values(pantheon!.decks).map(([top]) => top),
  'divinities face down that another has laid': laidByOthers,
  'divinities drawn by another': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'place-divinity' && step.drawn
  },
  'which of two divinities was on top': ({ stack, toAct }, viewer) => {
    const step = stack.at(-1)
    return toAct !== viewer && step?.kind === 'place-divinity' && step.drawn[0]! < step.drawn[1]!
  },
  'the length of the name of a divinity': (state, viewer) =>
    laidByOthers(state, viewer).map((card) => card && card.length),
  'what Enki draws next': ({ deal, pantheon }) => deal.enkiOrders!.slice(pantheon!.draws.enki),
  'Offering tokens before Age II': ({ age, deal }) => age < 2 && deal.offeringTokens,
  'the order of the Mythology tokens in the box': ({ deal }) => deal.boxMythologyTokens,
}

export const SECRETS: Readonly<Record<BoxName, Secrets>> = {
  base: { ...EVERYWHERE, ...WITHOUT_PANTHEON },
  agora: { ...EVERYWHERE, ...WITHOUT_PANTHEON, ...AGORA },
  pantheon: { ...EVERYWHERE, ...PANTHEON },
  'agora-pantheon': { ...EVERYWHERE, ...AGORA, ...PANTHEON },
}

/** Redactions that reveal too much, in words or by their length. */
const WHOLE: Redaction = (event) => event
const SIZE: Redaction = (event) => JSON.stringify(event).length

/** In the base box, the size of an event reveals something too rarely. */
export const LEAKY_REDACTIONS: Readonly<Record<BoxName, Readonly<Record<string, Redaction>>>> = {
  base: { 'events whole': WHOLE },
  agora: { 'events whole': WHOLE, 'the size of events': SIZE },
  pantheon: { 'events whole': WHOLE, 'the size of events': SIZE },
  'agora-pantheon': { 'events whole': WHOLE, 'the size of events': SIZE },
}
