/** Positions of Agora described in the words of the rules: what a scenario of the base game has, and the Senate. */
import type {
  BuildingId,
  CardId,
  ConspiracyId,
  Deal,
  DecreeId,
  MatchOptions,
  MatchState,
  Seat,
  SenatorId,
  WonderId,
} from '../../../src/rules/index.ts'
import { deal as dealCards, start } from '../../../src/rules/index.ts'
import type { Chamber } from './agora-actions.ts'
import { AgoraGame } from './agora-game.ts'
import { AGES, agoraSlotsOf, dealAgora, isSenator, layOutAgora, removeCards, SENATORS } from './agora-position.ts'
import { AGORA } from './data.ts'
import { seatOf } from './game.ts'
import type { Kit } from './kits.ts'
import { AGORA_KIT } from './kits.ts'
import type { Age } from './position.ts'
import { ageDeck, ageOfBack, Supply } from './position.ts'
import type { CityDescription, Description } from './scenario.ts'
import { militaryTokensAt, tokensOf, without, wondersOf } from './scenario.ts'

type ByChamber<T> = Readonly<Partial<Record<Chamber, T>>>

export interface AgoraCityDescription extends CityDescription {
  senators?: readonly SenatorId[]
  /** Conspiracies. They were acquired in this order: triggered, prepared, unprepared. */
  triggered?: readonly ConspiracyId[]
  prepared?: readonly ConspiracyId[]
  unprepared?: readonly ConspiracyId[]
}

type CardFields = 'A' | 'B' | 'accessible' | 'at' | 'last' | 'discardPile'

export interface AgoraDescription extends Omit<Description, CardFields> {
  A?: AgoraCityDescription
  B?: AgoraCityDescription
  accessible?: readonly CardId[]
  at?: Readonly<Record<number, CardId>>
  last?: CardId
  discardPile?: readonly CardId[]
  /** Cubes by chamber, A's first: `{ 3: '2-1' }`. The others are in the reserves. */
  cubes?: ByChamber<`${number}-${number}`>
  /** Decrees by chamber; others lie where none is named. Face down in 2, 4 and 6 as long as no cube has been there. */
  decrees?: ByChamber<DecreeId | readonly DecreeId[]>
  /** The top of the deck of conspiracies. */
  deck?: readonly ConspiracyId[]
  /** Cards removed from each age; others where fewer than three are named. */
  removed?: Readonly<Partial<Record<Age, readonly BuildingId[]>>>
}

const CONSPIRACY_IDS = AGORA.conspiracies.map(({ id }) => id) as readonly ConspiracyId[]

/** Decrees for the chambers that nobody describes: those first that make the least difference. */
const DECREE_IDS: readonly DecreeId[] = [
  'opponent-chains',
  'coins-green',
  'ignore-cost-green',
  'coins-yellow',
  'ignore-cost-yellow',
  'coins-wonder',
  'cheaper-manufactured',
  'coins-blue',
  'wonder-discount',
  'coins-red',
  'ignore-cost-red',
  'cheaper-raw',
  'discard-plus-2',
  'senate-blue-plus-2',
  'conspirator-extra-turn',
  'shield',
]

const NAMES = [1, 2, 3, 4, 5, 6] as const

type Senate = NonNullable<MatchState['senate']>

function senateOf({ cubes = {}, decrees = {} }: AgoraDescription): { senate: Senate; boxDecrees: DecreeId[] } {
  const named = NAMES.flatMap((chamber) => decrees[chamber] ?? [])
  const free = without(DECREE_IDS, named)
  if (free.length + named.length > DECREE_IDS.length) throw new Error(`a decree is in two places: ${named.join(', ')}`)
  const laid = NAMES.map((chamber) => [decrees[chamber] ?? free.shift()!].flat())
  const counts = NAMES.map((chamber): [number, number] => {
    const [first, second] = (cubes[chamber] ?? '0-0').split('-').map(Number)
    return [first!, second!]
  })
  const faceUp = (index: number): boolean => index % 2 === 0 || counts[index]!.some((count) => count > 0)
  return {
    senate: { cubes: counts, decrees: laid.map((ids, index) => ids.map((id) => ({ id, faceUp: faceUp(index) }))) },
    boxDecrees: free,
  }
}

/**
 * Places a described position; the decision is a turn of the mover. Throws Error if the position contradicts itself.
 */
export function agora(description: AgoraDescription, kit: Kit = AGORA_KIT): AgoraGame {
  const { mover = 'A', pawn = 0, last, discardPile = [], tiedPawn = 'chooses' } = description
  const at = last ? { 0: last } : (description.at ?? {})
  const left = last ? [0] : description.left
  const accessible = description.accessible ?? []
  const lying = [...accessible, ...Object.values(at)]
  const age =
    description.age ??
    lying.flatMap((card) => (isSenator(card) ? [] : [ageOfBack(card)])).reduce<Age>((a, b) => (a > b ? a : b), 1)
  const cities = [description.A ?? {}, description.B ?? {}] as const

  const owned = cities.flatMap(({ owns = [], senators = [] }) => [...owns, ...senators])
  const supply = new Supply(
    [...owned, ...discardPile, ...lying, ...Object.values(description.removed ?? {}).flat()],
    [...kit.buildings, ...SENATORS],
  )
  const removed = removeCards(description.removed ?? {}, supply)
  const { wonders, box: boxWonders } = wondersOf(cities, kit.wonders)
  const constructed = cities.flatMap((city) => city.constructed ?? [])
  const prepared = cities.flatMap((city) => city.prepared ?? [])
  const underneath = supply.take(
    AGES.filter((each) => each <= age).flatMap(ageDeck),
    constructed.length + prepared.length,
  )
  const played = [...owned, ...discardPile, ...underneath]
  const structure = layOutAgora(age, { accessible, at, ...(left && { left }) }, played, supply, kit.purple)
  const tokens = tokensOf(
    description,
    cities.flatMap((city) => city.tokens ?? []),
    kit.tokens,
  )
  const { senate, boxDecrees } = senateOf(description)
  const held = cities.flatMap((city) => [
    ...(city.triggered ?? []),
    ...(city.prepared ?? []),
    ...(city.unprepared ?? []),
  ])
  const top = description.deck ?? []
  const deck = [...top, ...without(CONSPIRACY_IDS, [...held, ...top])]
  if (deck.length + held.length > CONSPIRACY_IDS.length)
    throw new Error(`a conspiracy is in two places: ${[...held, ...top].join(', ')}`)

  const deal: Deal = {
    firstWonders: [],
    secondWonders: [],
    boxWonders,
    boardTokens: without(kit.tokens, tokens.box),
    boxTokens: tokens.box,
    ...kit.draws(tokens),
    ...dealAgora(age, structure, played, removed, supply, kit.purple),
    decrees: senate.decrees.flat().map(({ id }) => id),
    boxDecrees,
    conspiracies: [...held, ...deck],
  }
  const begun = structuredClone(start({ agora: true, pantheon: kit.pantheon, wonders: 'first-game', tiedPawn }, deal))
  const seat = seatOf(mover)
  const under = (id: WonderId | ConspiracyId): CardId | null => {
    const index = [...constructed, ...prepared].indexOf(id)
    return underneath[index] ?? null
  }
  const city = (of: Seat): MatchState['cities'][Seat] => {
    const {
      coins = 7,
      owns = [],
      tokens: own = [],
      senators = [],
      triggered = [],
      unprepared = [],
      ...rest
    } = cities[of]
    return {
      ...begun.cities[of],
      coins,
      buildings: owns,
      wonders: wonders[of].map((id) => ({ id, under: under(id) })),
      tokens: own,
      senators,
      conspiracies: [
        ...triggered.map((id) => ({ id, state: 'triggered' as const, under: null, locked: null })),
        ...(rest.prepared ?? []).map((id) => ({ id, state: 'prepared' as const, under: under(id), locked: null })),
        ...unprepared.map((id) => ({ id, state: 'unprepared' as const, under: null, locked: null })),
      ],
      reserve: AGORA.constants.influenceCubesPerPlayer! - senate.cubes.reduce((sum, cubes) => sum + cubes[of], 0),
    }
  }
  return new AgoraGame({
    ...begun,
    age,
    toAct: seat,
    turnOf: seat,
    structure,
    faceUp: agoraSlotsOf(age).map(
      ({ slot, faceUp, coveredBy }) =>
        faceUp || structure[slot] === null || coveredBy.every((cover) => structure[cover] === null),
    ),
    cities: [city(0), city(1)],
    pawn,
    militaryTokens: [militaryTokensAt(begun.militaryTokens[0], pawn), militaryTokensAt(begun.militaryTokens[1], -pawn)],
    boardTokens: tokens.board,
    boxTokens: tokens.box,
    discardPile,
    senate,
    conspiracyDeck: deck,
    mayTrigger: true,
    stack: begun.stack.map((step) => ({ ...step, seat })),
  })
}

/** A position in which A has just triggered a conspiracy at the start of the turn. */
export const triggered = (conspiracy: ConspiracyId, position: AgoraDescription = {}): AgoraGame =>
  agora({ ...position, A: { ...position.A, prepared: [conspiracy] } }).act({ type: 'trigger-conspiracy', conspiracy })

/** A match as it begins. */
export function newAgoraGame(seed: string, options: Partial<MatchOptions> = {}): AgoraGame {
  const all: MatchOptions = { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses', ...options }
  return new AgoraGame(start(all, dealCards(seed, all)))
}

/** A match before its first pick, with these things where they matter and all others somewhere. */
export function agoraDraft(described: {
  /** The first group, and the second. */
  first: readonly WonderId[]
  second?: readonly WonderId[]
  decrees?: ByChamber<DecreeId>
  deck?: readonly ConspiracyId[]
}): AgoraGame {
  const options: MatchOptions = { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' }
  const { first, decrees, deck = [] } = described
  const free = without(AGORA_KIT.wonders, [...first, ...(described.second ?? [])])
  const firstWonders = [...first, ...free.splice(0, 4 - first.length)]
  const second = described.second ?? []
  const secondWonders = [...second, ...free.splice(0, 4 - second.length)]
  const { senate, boxDecrees } = senateOf({ ...(decrees && { decrees }) })
  const random = dealCards('a draft', options)
  return new AgoraGame(
    start(options, {
      ...random,
      firstWonders,
      secondWonders,
      boxWonders: free,
      decrees: senate.decrees.flat().map(({ id }) => id),
      boxDecrees,
      conspiracies: [...deck, ...without(CONSPIRACY_IDS, deck)],
    }),
  )
}
