/**
 * What is so in every state of every match, whatever was done before. Each function throws an Error that says what is
 * not.
 */
import type { Action, MatchOptions, MatchState, Seat } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'
import type { Ledger } from './ledger.ts'
import { majority, must } from './ledger.ts'
import { checkPantheon, divinitiesOf, slotTokensOf } from './pantheon-invariants.ts'

const SEATS = [0, 1] as const
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** All that lies in a box of the game, by kind. */
interface Things {
  cards: string[]
  wonders: string[]
  tokens: string[]
  decrees: string[]
  conspiracies: string[]
  divinities: string[]
  slotTokens: string[]
}

/** The things of a box, as published. */
function thingsOf({ agora, pantheon }: MatchOptions): Things {
  const both = <Row extends { id: string }>(
    base: readonly Row[],
    ofAgora: readonly Row[],
    ofPantheon: readonly Row[],
  ) => ids([...base, ...(agora ? ofAgora : []), ...(pantheon ? ofPantheon : [])])
  return {
    cards: both<{ id: string }>(BASE.cards, AGORA.senators, PANTHEON.grandTemples),
    wonders: both<{ id: string }>(BASE.wonders, AGORA.wonders, PANTHEON.wonders),
    tokens: both<{ id: string }>(BASE.progressTokens, AGORA.progressTokens, PANTHEON.progressTokens),
    decrees: both<{ id: string }>([], AGORA.decrees, []),
    conspiracies: both<{ id: string }>([], AGORA.conspiracies, []),
    divinities: both<{ id: string }>([], [], [...PANTHEON.divinities, PANTHEON.gate]),
    slotTokens: both<{ id: string }>([], [], [...PANTHEON.mythologyTokens, ...PANTHEON.offeringTokens]),
  }
}

const THINGS = new Map<string, Things>()

/** The same things as in the box, none of them twice. */
function mustBeAll(found: Things, options: MatchOptions): void {
  const box = `${options.agora} ${options.pantheon}`
  const expected = THINGS.get(box) ?? thingsOf(options)
  THINGS.set(box, expected)
  for (const kind of Object.keys(expected) as (keyof Things)[]) {
    const there = new Set(found[kind])
    const missing = expected[kind].filter((id) => !there.has(id))
    must(missing.length === 0, () => `${kind} gone: ${missing.join(', ')}`)
    must(
      found[kind].length === expected[kind].length,
      () => `${kind} in two places: ${repeated(found[kind]).join(', ')}`,
    )
  }
}

const repeated = (items: readonly string[]): string[] => items.filter((id, index) => items.indexOf(id) !== index)

/** Every card, wonder, token, decree and conspiracy of the deal is in exactly one place. */
export function checkConservation(state: MatchState, ledger: Ledger): void {
  const { deal, age, cities, stack } = state
  const later = ([1, 2, 3] as const).filter((each) => each > age)
  const drawn = stack.flatMap((step) => (step.kind === 'keep-conspiracy' ? step.drawn : []))
  const inCities = <T>(of: (city: MatchState['cities'][Seat]) => readonly T[]): T[] => [
    ...of(cities[0]),
    ...of(cities[1]),
  ]
  const held = inCities(({ conspiracies }) => conspiracies)
  const wonders = inCities((city) => city.wonders)
  mustBeAll(
    {
      cards: [
        ...state.structure.filter((card) => card !== null),
        ...later.flatMap((each) => deal.ages[each].slots),
        ...inCities(({ buildings }) => buildings),
        ...inCities(({ senators }) => senators),
        ...state.discardPile,
        ...[...wonders, ...held].flatMap(({ under }) => under ?? []),
        ...([1, 2, 3] as const)
          .flatMap((each) => deal.ages[each].removed)
          .filter((card) => !ledger.builtFromBox.has(card)),
        ...deal.boxGuilds,
        ...(deal.boxTemples ?? []),
      ],
      wonders: [
        ...wonders.map(({ id }) => id),
        ...state.draft,
        ...(ledger.secondGroup ? [] : deal.secondWonders),
        ...deal.boxWonders,
        ...ledger.wondersOut,
      ],
      tokens: [
        ...state.boardTokens,
        ...state.boxTokens,
        ...inCities(({ tokens }) => tokens),
        ...held.flatMap(({ locked }) => locked?.token ?? []),
        ...(state.pantheon?.enki ?? []),
      ],
      decrees: [...(state.senate?.decrees.flat() ?? []).map(({ id }) => id), ...deal.boxDecrees],
      conspiracies: [...state.conspiracyDeck, ...held.map(({ id }) => id), ...drawn],
      divinities: divinitiesOf(state, ledger),
      slotTokens: slotTokensOf(state, ledger),
    },
    state.options,
  )
}

/** The same action always gives the same text. */
export const keyOf = (action: Action): string => Object.values(action).join(' ')

/** Who decides, the legal actions, and numbers that cannot be negative. Cheap enough for every state. */
export function checkState(state: MatchState, legal: readonly Action[], ledger: Ledger): void {
  const over = state.result !== null
  must(
    (legal.length === 0) === over,
    () => `${legal.length} legal actions ${over ? 'after the end' : 'before the end'}`,
  )
  must(
    (state.toAct === null) === over && (state.stack.length === 0) === over,
    () => 'the end, and yet somebody is to act',
  )
  must(new Set(legal.map(keyOf)).size === legal.length, () => `listed twice: ${repeated(legal.map(keyOf)).join(', ')}`)
  for (const seat of SEATS)
    must(state.cities[seat].coins >= 0, () => `seat ${seat} has ${state.cities[seat].coins} coins`)
  must(
    Math.abs(state.pawn) < 9 ||
      state.result?.by === 'military' ||
      state.result?.by === 'science' ||
      state.result?.by === 'tie',
    () => 'the pawn stands in a capital',
  )
  for (const action of legal) {
    if (action.type !== 'discard-card') continue
    must(state.faceUp[action.slot] === true, () => `slot ${action.slot} is accessible and face down`)
  }
  if (state.senate) checkSenate(state, ledger)
  if (state.pantheon) checkPantheon(state)
}

function checkSenate({ senate, cities, result }: MatchState, { controllers }: Ledger): void {
  const { cubes, decrees } = senate!
  for (const seat of SEATS) {
    const all = cubes.reduce((sum, chamber) => sum + chamber[seat], cities[seat].reserve)
    must(all === 12, () => `seat ${seat} has ${all} cubes`)
    must(
      cities[seat].reserve >= 0 && cubes.every((chamber) => chamber[seat] >= 0),
      () => `fewer than no cubes of seat ${seat}`,
    )
  }
  const majorities = cubes.map(majority)
  must(
    majorities.join() === controllers.join(),
    () => `by the events ${controllers.join()} control, by the cubes ${majorities.join()}`,
  )
  for (const seat of SEATS) {
    if (majorities.every((controller) => controller === seat))
      must(result !== null, () => `seat ${seat} controls all chambers, and yet it goes on`)
  }
  must(decrees.filter((laid) => laid.length === 0).length <= 1, () => 'two chambers without a decree')
  must(
    decrees.every((laid, chamber) => majorities[chamber] === null || laid.every(({ faceUp }) => faceUp)),
    () => 'a decree face down in a controlled chamber',
  )
}
