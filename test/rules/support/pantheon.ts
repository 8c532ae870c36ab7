/**
 * Positions of Pantheon described in the words of the rules: what a scenario of the base game or of Agora has, and the
 * Pantheon. As in the cases of pantheon.md, it is Age II by default.
 */
import type {
  BuildingId,
  Deal,
  DivinityId,
  MatchOptions,
  MatchState,
  MythologyTokenId,
  OfferingTokenId,
  PantheonCardId,
  Seat,
  SlotTokenId,
  TokenId,
  WonderId,
} from '../../../src/rules/index.ts'
import { deal as dealCards, start } from '../../../src/rules/index.ts'
import type { AgoraCityDescription, AgoraDescription } from './agora.ts'
import { agora } from './agora.ts'
import { agoraSlotsOf, isSenator } from './agora-position.ts'
import type { Mythology } from './data.ts'
import { PANTHEON, slotsOf } from './data.ts'
import type { Player } from './game.ts'
import { seatOf } from './game.ts'
import type { Kit } from './kits.ts'
import { AGORA_KIT, BASE_KIT, boxFirst, withPantheon } from './kits.ts'
import type { Space } from './pantheon-actions.ts'
import { PantheonGame } from './pantheon-game.ts'
import { ageOfBack } from './position.ts'
import type { Description } from './scenario.ts'
import { scenario, without } from './scenario.ts'

type Discount = 2 | 3 | 4

export interface PantheonCityDescription extends AgoraCityDescription {
  /** Activated divinities. */
  divinities?: readonly PantheonCardId[]
  mythologyTokens?: readonly MythologyTokenId[]
  /** Offering tokens, by their discounts. */
  offerings?: readonly Discount[]
  /** Coins on Astarte. */
  stored?: number
  /** The opponent's card under this player's Snake token. */
  snake?: BuildingId
}

export interface PantheonDescription extends Omit<AgoraDescription, 'A' | 'B'> {
  A?: PantheonCityDescription
  B?: PantheonCityDescription
  /** Cards in the Pantheon, by space. In Age I they lie face down, placed by `placedBy`. */
  spaces?: Readonly<Partial<Record<Space, PantheonCardId>>>
  /** A by default. */
  placedBy?: Player
  /** Decks, top first; by default every divinity that is named nowhere, in the order of the tables. */
  decks?: Readonly<Partial<Record<Mythology, readonly DivinityId[]>>>
  /** Progress tokens on Enki. */
  enki?: readonly TokenId[]
  /** The space of the Minerva pawn. */
  minerva?: number
  /** Tokens that lie on slots of the structure. */
  tokensAt?: Readonly<Record<number, SlotTokenId>>
  /** The orders of Enki's draws and of the Great Library; by default the tokens of the box come first. */
  enkiOrders?: readonly (readonly TokenId[])[]
  libraryOrders?: readonly (readonly TokenId[])[]
}

type Position = { state: MatchState }

const MYTHOLOGIES = PANTHEON.mythologies.map(({ id }) => id)
const DIVINITIES = PANTHEON.divinities
const offering = (discount: Discount): OfferingTokenId => `offering-${discount}`

/** The decks of a described position. */
function decksOf(description: PantheonDescription): Record<Mythology, DivinityId[]> {
  const { A = {}, B = {}, spaces = {}, decks = {} } = description
  const elsewhere = [...Object.values(spaces), ...(A.divinities ?? []), ...(B.divinities ?? [])]
  const deckOf = (mythology: Mythology): DivinityId[] => {
    const named = decks[mythology]
    if (named) return [...named]
    return DIVINITIES.flatMap((row) => (row.mythology === mythology && !elsewhere.includes(row.id) ? [row.id] : []))
  }
  const all = Object.fromEntries(MYTHOLOGIES.map((id) => [id, deckOf(id)])) as Record<Mythology, DivinityId[]>
  const placed = [...elsewhere, ...Object.values(all).flat()]
  if (new Set(placed).size < placed.length) throw new Error(`a divinity is in two places: ${placed.join(', ')}`)
  return all
}

/** What Pantheon adds to the deal of a described position: orders in which everything in it can have come about. */
const drawsOf =
  (description: PantheonDescription, kit: Kit): Kit['draws'] =>
  ({ box }) => {
    const { enkiOrders = [], libraryOrders = [], tokensAt = {} } = description
    const decks = decksOf(description)
    const all = withPantheon(kit, () => ({})).tokens
    const orders = (named: readonly (readonly TokenId[])[], count: number): TokenId[][] =>
      Array.from({ length: count }, (_, index) => boxFirst(named[index] ?? box, all))
    const onSlots = Object.values(tokensAt)
    const owned = [description.A, description.B].flatMap((city) => city?.mythologyTokens ?? [])
    const named = [...onSlots, ...owned].filter((token): token is MythologyTokenId => token.startsWith('mythology'))
    const mythologyTokens = [
      ...named,
      ...without(
        PANTHEON.mythologyTokens.map(({ id }) => id),
        named,
      ),
    ]
    const offerings = onSlots.filter((token): token is OfferingTokenId => token.startsWith('offering'))
    const divinities = MYTHOLOGIES.map((id) => {
      const ofMythology = DIVINITIES.flatMap((row) => (row.mythology === id ? [row.id] : []))
      return [id, [...without(ofMythology, decks[id]), ...decks[id]]]
    })
    return {
      divinities: Object.fromEntries(divinities) as Deal['divinities'] & object,
      mythologyTokens: mythologyTokens.slice(0, 5),
      boxMythologyTokens: mythologyTokens.slice(5),
      offeringTokens: [
        ...offerings,
        ...without(
          PANTHEON.offeringTokens.map(({ id }) => id),
          offerings,
        ),
      ],
      enkiOrders: orders(enkiOrders, 3),
      libraryOrders: orders(libraryOrders, 2),
    }
  }

/** The position as the older boxes describe it: tokens on Enki are neither on the board nor in the box. */
function older(description: PantheonDescription): AgoraDescription {
  const { enki = [], accessible = [], at = {}, last } = description
  const lying = [...accessible, ...Object.values(at), ...(last ? [last] : [])]
  const ages = lying.flatMap((card) => (isSenator(card) ? [] : [ageOfBack(card)]))
  const age = description.age ?? (ages.includes(3) ? 3 : 2)
  return { ...description, age, A: { ...description.A, tokens: [...(description.A?.tokens ?? []), ...enki] } }
}

/** Adds the Pantheon to a position. */
function withPantheonState({ state }: Position, description: PantheonDescription): MatchState {
  const { spaces = {}, placedBy = 'A', enki = [], minerva = null, tokensAt = {} } = description
  const cityOf = (seat: Seat): MatchState['cities'][Seat] => {
    const city = (seat === 0 ? description.A : description.B) ?? {}
    const { divinities = [], mythologyTokens = [], offerings = [], stored = 0, snake = null } = city
    return {
      ...state.cities[seat],
      tokens: city.tokens ?? [],
      pantheon: { divinities, mythologyTokens, offeringTokens: offerings.map(offering), storedCoins: stored, snake },
    }
  }
  const layout = state.options.agora ? agoraSlotsOf(state.age as 1) : slotsOf(state.age as 1)
  return {
    ...state,
    // A slot that carries a token has not been turned up.
    faceUp: state.faceUp.map((up, slot) => up && tokensAt[slot] === undefined),
    cities: [cityOf(0), cityOf(1)],
    pantheon: {
      spaces: ([1, 2, 3, 4, 5, 6] as const).map((space) => {
        const card = spaces[space]
        return card === undefined ? null : { card, placedBy: card === 'gate' ? null : seatOf(placedBy) }
      }),
      decks: decksOf(description),
      enki,
      minerva,
      slotTokens: layout.map(({ slot }) => tokensAt[slot] ?? null),
      draws: { enki: 0, library: 0 },
    },
  }
}

/**
 * Places a described position of Pantheon alone; the decision is a turn of the mover. Throws Error if the position
 * contradicts itself.
 */
export const pantheon = (description: PantheonDescription): PantheonGame =>
  new PantheonGame(
    withPantheonState(
      scenario(older(description) as Description, withPantheon(BASE_KIT, drawsOf(description, BASE_KIT))),
      description,
    ),
  )

/** The same with Agora. */
export const both = (description: PantheonDescription): PantheonGame =>
  new PantheonGame(
    withPantheonState(agora(older(description), withPantheon(AGORA_KIT, drawsOf(description, AGORA_KIT))), description),
  )

type Place = typeof pantheon

/** A has just activated a divinity from space 1, and has as many coins as described. */
export const activated = (
  divinity: PantheonCardId,
  position: PantheonDescription = {},
  place: Place = pantheon,
): PantheonGame => {
  const game = place({ ...position, spaces: { ...position.spaces, 1: divinity } })
  return game.withCoins(game.coins('A') + game.activationPrice(1).total).activate(1)
}

export const PANTHEON_OPTIONS: MatchOptions = { agora: false, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' }

/** A match as it begins. */
export function newPantheonGame(seed: string, options: Partial<MatchOptions> = {}): PantheonGame {
  const all: MatchOptions = { ...PANTHEON_OPTIONS, ...options }
  return new PantheonGame(start(all, dealCards(seed, all)))
}

/** A match with Agora before its first pick, with these wonders in the first group. */
export function agoraDraftWithPantheon(firstWonders: WonderId[]): PantheonGame {
  const options: MatchOptions = { ...PANTHEON_OPTIONS, agora: true }
  const dealt = dealCards('a draft', options)
  const free = without([...dealt.firstWonders, ...dealt.secondWonders, ...dealt.boxWonders], firstWonders)
  return new PantheonGame(
    start(options, { ...dealt, firstWonders, secondWonders: free.slice(0, 4), boxWonders: free.slice(4) }),
  )
}
