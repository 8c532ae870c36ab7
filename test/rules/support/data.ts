/** What the rules say exists, as published facts: the tests' own copy, which the engine never sees. */
import { readFileSync } from 'node:fs'
import type {
  BuildingId,
  DivinityId,
  MythologyTokenId,
  OfferingTokenId,
  TokenId,
  WonderId,
} from '../../../src/rules/index.ts'

export type Mythology = 'mesopotamian' | 'phoenician' | 'greek' | 'egyptian' | 'roman'

type Resource = 'wood' | 'clay' | 'stone' | 'glass' | 'papyrus'
interface Cost {
  coins: number
  resources: Partial<Record<Resource, number>>
}

export interface CardData {
  id: BuildingId
  bgaId: number
  name: string
  age: 1 | 2 | 3
  deck: 'age1' | 'age2' | 'age3' | 'guild' | 'temple'
  back: 'I' | 'II' | 'III' | 'G' | 'T'
  color: 'brown' | 'grey' | 'blue' | 'green' | 'yellow' | 'red' | 'purple'
  kind: string
  cost: Cost
  produces: Partial<Record<Resource, number>>
  producesOneOf: Resource[] | null
  fixedPrice: Resource[] | null
  vp: number
  coins: number
  shields: number
  science: string | null
  chainProvides: string | null
  coinsPer: { what: string; scope: 'own'; amount: number } | null
  guild: {
    what: string
    colors: string[] | null
    coinsOnBuild: number
    vpAtEnd: number
    unit: number
    scope: string
  } | null
  chainFrom: { symbol: string; card: BuildingId } | null
  chainTo: BuildingId | null
}

export interface WonderData {
  id: WonderId
  bgaId: number
  name: string
  cost: Cost
  producesOneOf: Resource[] | null
  vp: number
  coins: number
  opponentLosesCoins: number
  shields: number
  playAgain: boolean
  destroyOpponentCard: 'brown' | 'grey' | null
  buildFromDiscard: boolean
  progressTokenFromBox: number
}

export interface TokenData {
  id: TokenId
  bgaId: number
  name: string
  coins: number
  vp: number
  science: string | null
  effect: { type: string; amount?: number; appliesTo?: string; includesItself?: boolean; stacks?: boolean } | null
}

export interface SlotData {
  slot: number
  row: number
  col: number
  faceUp: boolean
  coveredBy: number[]
  covers: number[]
}
export interface LayoutData {
  age: 1 | 2 | 3
  rows: number[][]
  slots: SlotData[]
}

interface BaseData {
  resources: { raw: Resource[]; manufactured: Resource[] }
  scienceSymbols: { id: string; cards: BuildingId[]; progressTokens: TokenId[] }[]
  chainSymbols: { id: string; providedBy: BuildingId; makesFree: BuildingId }[]
  cards: CardData[]
  wonders: WonderData[]
  progressTokens: TokenData[]
  layouts: LayoutData[]
  military: {
    min: number
    max: number
    start: number
    zones: { from: number; to: number; vp: number; token: number; win?: boolean }[]
  }
  constants: Record<string, number>
}

export interface StepData {
  step: string
  optional?: boolean
  automatic?: boolean
  count?: number
  color?: string
  colors?: string[]
  coins?: number
  draw?: number | 'all'
}

interface AgoraData {
  constants: Record<string, number> & { senatorsPerAge: Record<'1' | '2' | '3', number> }
  senators: { id: string; type: string; section: string | null; chambers: number[] }[]
  senate: { chambers: { id: number; section: string; vp: number; decreeFaceUpAtSetup: boolean; adjacent: number[] }[] }
  conspiracies: { id: string; name: string; steps: StepData[] }[]
  decrees: ({ id: string; effect: string } & Record<string, unknown>)[]
  wonders: { id: WonderId; name: string; cost: Cost; onSelect: StepData[]; onConstruct: StepData[]; vp: number }[]
  progressTokens: { id: TokenId; name: string; effect: string; vp: number }[]
  militaryTokens: {
    id: string
    kind: string
    beneficiary: 'first' | 'second'
    positions: number[]
    steps: StepData[]
  }[]
  layouts: (LayoutData & { initiallyAccessible: number[] })[]
}

interface PantheonData {
  constants: Record<string, number>
  mythologies: { id: Mythology; name: string; color: string; grandTemple: BuildingId; divinities: DivinityId[] }[]
  divinities: {
    id: DivinityId
    name: string
    mythology: Mythology
    vp: number
    science: string | null
    automatic: { effect: string; coins?: number; shields?: number }[]
    steps: { step: string; colors?: string[]; tokensOnCard?: string }[]
    onReveal?: { drawProgressTokens: number }
    vpPerStoredCoin?: number
  }[]
  gate: { id: 'gate'; name: string; vp: number; costFactor: number; steps: { step: string }[] }
  spaces: {
    space: number
    cost: { first: number; second: number }
    gateCost: { first: number; second: number }
  }[]
  grandTemples: (Omit<CardData, 'chainFrom'> & { chainFrom: { mythology: Mythology } })[]
  grandTempleVp: Record<string, number>
  mythologyTokens: { id: MythologyTokenId; mythology: Mythology }[]
  offeringTokens: { id: OfferingTokenId; discount: number }[]
  wonders: {
    id: WonderId
    name: string
    cost: Cost
    onSelect: { step: string }[]
    onConstruct: { step: string }[]
    activationDiscount?: number
    vp: number
  }[]
  progressTokens: {
    id: TokenId
    name: string
    coins: number
    science: string | null
    vp: number
    vpPerToken?: number
    coinsPerSpace?: number
    coinsInstead?: number
  }[]
  tokenSlots: Record<'base' | 'agora', Record<'mythology' | 'offering', { age: 1 | 2 | 3; slots: number[] }>>
}

const load = (file: string): unknown => JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8'))

export const BASE = load('base-cards.json') as BaseData
export const AGORA = load('agora-data.json') as AgoraData
export const PANTHEON = load('pantheon-data.json') as PantheonData

/** Ids of the cards with this back, in the order of the table. */
export const deckOf = (deck: CardData['deck']): BuildingId[] =>
  BASE.cards.filter((card) => card.deck === deck).map((card) => card.id)

/** The published facts of a building. */
export function cardData(id: string): Omit<CardData, 'chainFrom'> {
  const card = [...BASE.cards, ...PANTHEON.grandTemples].find((candidate) => candidate.id === id)
  if (!card) throw new Error(`there is no card ${id}`)
  return card
}

/** Slots of the structure of an age. */
export const slotsOf = (age: 1 | 2 | 3): SlotData[] => BASE.layouts.find((layout) => layout.age === age)!.slots
