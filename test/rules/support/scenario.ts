/**
 * Positions described in the words of the rules. A scenario is a real match state (the engine's own start, on a deal
 * written by hand) into which the described position is placed, so that every card, wonder and token exists once.
 */
import type { BuildingId, Deal, MatchOptions, MatchState, Seat, TokenId, WonderId } from '../../../src/rules/index.ts'
import { start } from '../../../src/rules/index.ts'
import { slotsOf } from './data.ts'
import type { Player } from './game.ts'
import { Game, seatOf } from './game.ts'
import type { Kit } from './kits.ts'
import { BASE_KIT } from './kits.ts'
import type { Age } from './position.ts'
import { ageDeck, ageOfBack, dealAges, fillersOf, layOut, Supply } from './position.ts'

export interface CityDescription {
  /** 7 by default. */
  coins?: number
  /** Buildings. */
  owns?: readonly BuildingId[]
  /** Wonders not constructed yet. Each city is filled up to four with wonders that nobody names. */
  wonders?: readonly WonderId[]
  constructed?: readonly WonderId[]
  tokens?: readonly TokenId[]
}

export interface Description {
  /** By default the latest age of the cards in the structure, or Age I. */
  age?: Age
  /** The turn owner, A by default. A is the first player (seat 0). */
  mover?: Player
  A?: CityDescription
  B?: CityDescription
  /** From A's side: positive towards B's capital. Military tokens that it has passed were taken. */
  pawn?: number
  /**
   * Cards that lie open, on the accessible slots in ascending order. As few rows as possible are missing from the
   * structure.
   */
  accessible?: readonly BuildingId[]
  /** Cards that lie on a slot of their own. */
  at?: Readonly<Record<number, BuildingId>>
  /** The slots that still have a card. */
  left?: readonly number[]
  /** The only card left of the age. */
  last?: BuildingId
  /** In order of arrival. */
  discardPile?: readonly BuildingId[]
  /** Progress tokens on the board; by default those that are left when five are in the box. */
  board?: readonly TokenId[]
  /** Tokens in the box, as the Great Library draws them; behind them come those for which the board has no place. */
  box?: readonly TokenId[]
  tiedPawn?: MatchOptions['tiedPawn']
}

export const without = <T>(all: readonly T[], gone: readonly T[]): T[] => all.filter((item) => !gone.includes(item))

function once<T>(items: readonly T[]): readonly T[] {
  if (new Set(items).size < items.length) throw new Error(`something is in two places: ${items.join(', ')}`)
  return items
}

/** Wonders of both cities: constructed ones first, then the named ones, then fillers up to four. */
export function wondersOf(
  cities: readonly [CityDescription, CityDescription],
  all: readonly WonderId[],
): { wonders: [WonderId[], WonderId[]]; box: WonderId[] } {
  const named = cities.map(({ constructed = [], wonders = [] }) => [...constructed, ...wonders])
  const limitReached = cities.flatMap(({ constructed = [] }) => constructed).length >= 7
  const free = without(all, once(named.flat()))
  const filled = named.map((wonders) => [...wonders, ...free.splice(0, limitReached ? 0 : 4 - wonders.length)])
  return { wonders: [filled[0]!, filled[1]!], box: free }
}

/** Tokens on the board and in the box: as named, the rest where there is place for it. */
export function tokensOf(
  { board, box }: Pick<Description, 'board' | 'box'>,
  owned: readonly TokenId[],
  all: readonly TokenId[],
): { board: TokenId[]; box: TokenId[] } {
  const free = without(all, once([...(board ?? []), ...(box ?? []), ...owned]))
  if (board && box && free.length > 0) throw new Error(`nobody has ${free.join(', ')}`)
  const boxed = box ? free.splice(5) : free.splice(0, board ? free.length : all.length - 5)
  return { board: [...(board ?? free)], box: [...(box ?? []), ...boxed] }
}

/** Military tokens of one side that are still there when the pawn stands `distance` spaces on that side. */
export const militaryTokensAt = (
  tokens: MatchState['militaryTokens'][Seat],
  distance: number,
): MatchState['militaryTokens'][Seat] => tokens.slice(distance >= 6 ? 2 : distance >= 3 ? 1 : 0)

/**
 * Places a described position; the decision is a turn of the mover. Throws Error if the position contradicts itself.
 */
export function scenario(description: Description, kit: Kit = BASE_KIT): Game {
  const { mover = 'A', pawn = 0, last, discardPile = [], tiedPawn = 'chooses' } = description
  const at = last ? { 0: last } : (description.at ?? {})
  const left = last ? [0] : description.left
  const accessible = description.accessible ?? []
  const age =
    description.age ?? [...accessible, ...Object.values(at)].map(ageOfBack).reduce<Age>((a, b) => (a > b ? a : b), 1)
  const cities = [description.A ?? {}, description.B ?? {}] as const

  const owned = cities.flatMap(({ owns = [] }) => owns)
  const supply = new Supply([...owned, ...discardPile, ...accessible, ...Object.values(at)], kit.buildings)
  const { wonders, box: boxWonders } = wondersOf(cities, kit.wonders)
  const constructed = cities.flatMap((city) => city.constructed ?? [])
  const underneath = supply.take([...ageDeck(1), ...ageDeck(2), ...ageDeck(3)], constructed.length)
  const described = { accessible, at, ...(left && { left }) }
  const structure = layOut(described, slotsOf(age), fillersOf(age, described, supply, kit.purple), supply)
  const tokens = tokensOf(
    description,
    cities.flatMap((city) => city.tokens ?? []),
    kit.tokens,
  )

  const deal: Deal = {
    firstWonders: [],
    secondWonders: [],
    boxWonders,
    boardTokens: without(kit.tokens, tokens.box),
    boxTokens: tokens.box,
    ...dealAges(age, structure, [...owned, ...discardPile, ...underneath], supply, kit.purple),
    ...kit.draws(tokens),
    decrees: [],
    boxDecrees: [],
    conspiracies: [],
  }
  const begun = structuredClone(start({ agora: false, pantheon: kit.pantheon, wonders: 'first-game', tiedPawn }, deal))
  const seat = seatOf(mover)
  const city = (of: Seat): MatchState['cities'][Seat] => ({
    ...begun.cities[of],
    coins: cities[of].coins ?? 7,
    buildings: cities[of].owns ?? [],
    wonders: wonders[of].map((id) => ({
      id,
      under: constructed.includes(id) ? underneath[constructed.indexOf(id)]! : null,
    })),
    tokens: cities[of].tokens ?? [],
  })
  return new Game({
    ...begun,
    age,
    toAct: seat,
    turnOf: seat,
    structure,
    faceUp: slotsOf(age).map(
      ({ slot, faceUp, coveredBy }) =>
        faceUp || structure[slot] === null || coveredBy.every((cover) => structure[cover] === null),
    ),
    cities: [city(0), city(1)],
    pawn,
    militaryTokens: [militaryTokensAt(begun.militaryTokens[0], pawn), militaryTokensAt(begun.militaryTokens[1], -pawn)],
    boardTokens: tokens.board,
    boxTokens: tokens.box,
    discardPile,
    stack: begun.stack.map((step) => ({ ...step, seat })),
  })
}
