import type { GameKind, Rest } from '@curia/client'

// What the server says is printed on cards, wonders and tokens. The page draws it and judges nothing by it.

export const RESOURCES = ['wood', 'clay', 'stone', 'glass', 'papyrus'] as const
export type Resource = (typeof RESOURCES)[number]
export const COLORS = ['brown', 'grey', 'yellow', 'red', 'green', 'blue', 'purple'] as const
export type Color = (typeof COLORS)[number]
export const SCIENCE = ['wheel', 'mortar', 'quill', 'plumb', 'armillary-sphere', 'sundial', 'scales'] as const
const FAMILIES: Record<string, readonly Resource[]> = {
  raw: ['wood', 'clay', 'stone'],
  manufactured: ['glass', 'papyrus'],
}

export type Age = 1 | 2 | 3
export type Cost = Partial<Record<Resource | 'coins', number>>

/** A step that an effect makes its owner resolve. */
export interface EffectStep {
  kind: string
  color?: Color
  colors?: readonly Color[]
  count?: number
  optional?: boolean
}

/** What a building, a wonder or a token may do; each has some of these. */
export interface Effects {
  produces?: Partial<Record<Resource, number>>
  producesOneOf?: string
  fixedPrice?: readonly Resource[]
  coins?: number
  coinsPer?: { what: string; amount: number }
  opponentLoses?: number
  shields?: number
  science?: string
  playAgain?: boolean
  guild?: { count: readonly Color[] | string; coins: number; vp: number; per: number }
  vp?: number
  vpPerToken?: number
  discount?: { units: number; of: string }
  receivesTrade?: boolean
  extraShield?: { shields: number; of: string }
  wondersPlayAgain?: boolean
  coinsPerChain?: number
  freeSenators?: boolean
  keepsBothConspiracies?: boolean
  vpPerKeptToken?: number
  coinsPerPush?: number
  chainedFor?: number
  activationDiscount?: number
  onConstruct?: readonly EffectStep[]
  onSelect?: readonly EffectStep[]
}

export interface Building extends Effects {
  id: string
  name: string
  color: Color
  back: string
  cost: Cost
  givesChain?: string
  freeWith?: string
  /** A Grand Temple is free with a token of this mythology. */
  freeWithMythology?: string
}
export interface Wonder extends Effects {
  id: string
  name: string
  cost: Cost
}
export interface Token extends Effects {
  id: string
  name: string
}
export interface MilitaryToken {
  id: string
  distance: number
  opponentLoses?: number
  steps?: readonly EffectStep[]
}
export interface Senator {
  id: string
  type: string
  section?: string
}
export interface Decree {
  id: string
  name: string
  coinsOn?: string
  ignoresSymbolOf?: string
  wonderDiscount?: number
  shields?: number
  cheaper?: readonly Resource[]
  extraBlue?: number
  discardBonus?: number
  usesOpponentChains?: boolean
  conspiratorPlaysAgain?: boolean
}
export interface Conspiracy {
  id: string
  name: string
  steps: readonly EffectStep[]
}
export interface Chamber {
  chamber: number
  section: string
  vp: number
}
export interface Place {
  row: number
  column: number
  dealtFaceUp: boolean
  coveredBy: readonly number[]
}

export interface Mythology {
  id: string
  name: string
  color: string
}
/** A card of the Pantheon. */
export interface Divinity {
  id: string
  name: string
  /** The Gate has none. */
  mythology?: string
  coins?: number
  /** Coins that lie on the card from its activation on. */
  storedCoins?: number
  /** Progress tokens that are laid on it. */
  tokensOnReveal?: number
  /** What the cost of its space is multiplied by. */
  costFactor?: number
  science?: string
  vp?: number
  steps?: readonly EffectStep[]
}
export interface Space {
  space: number
  /** Coins to activate a card there, by seat. */
  costs: readonly number[]
}
/** What Pantheon adds to a box. */
export interface Pantheon {
  mythologies: readonly Mythology[]
  divinities: readonly Divinity[]
  gate: Divinity
  spaces: readonly Space[]
  mythologyTokens: readonly { id: string; mythology: string }[]
  offeringTokens: readonly { id: string; discount: number }[]
  /** Points at the end by the number of Grand Temples. */
  templeVp: readonly number[]
}

export interface SentCatalogue {
  buildings: Building[]
  wonders: Wonder[]
  progressTokens: Token[]
  militaryTokens: MilitaryToken[]
  senators: Senator[]
  decrees: Decree[]
  conspiracies: Conspiracy[]
  chambers: Chamber[]
  layouts: Record<Age, Place[]>
  trackVp: number[]
  pantheon?: Pantheon
}

/** The catalogue of a kind of game, by id. */
export interface Catalogue {
  buildings: ReadonlyMap<string, Building>
  wonders: ReadonlyMap<string, Wonder>
  tokens: ReadonlyMap<string, Token>
  militaryTokens: ReadonlyMap<string, MilitaryToken>
  senators: ReadonlyMap<string, Senator>
  decrees: ReadonlyMap<string, Decree>
  conspiracies: ReadonlyMap<string, Conspiracy>
  chambers: readonly Chamber[]
  layouts: Readonly<Record<Age, readonly Place[]>>
  trackVp: readonly number[]
  /** With Pantheon. */
  pantheon: Pantheon | undefined
  /** All cards of the Pantheon, the Gate among them. */
  divinities: ReadonlyMap<string, Divinity>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const loaded = new Map<string, Promise<Catalogue>>()

/** Asked for once for each kind of game. @throws CuriaError */
export function loadCatalogue(rest: Rest, kind: string): Promise<Catalogue> {
  let catalogue = loaded.get(kind)
  if (!catalogue) {
    catalogue = rest
      .get('/v1/catalogue', { query: { kind: kind as GameKind } })
      .then((sent) => indexCatalogue(sent as unknown as SentCatalogue))
    loaded.set(kind, catalogue)
    catalogue.catch(() => loaded.delete(kind))
  }
  return catalogue
}

/** What a server sends, by id. */
export const indexCatalogue = (sent: SentCatalogue): Catalogue => ({
  buildings: byId(sent.buildings),
  wonders: byId(sent.wonders),
  tokens: byId(sent.progressTokens),
  militaryTokens: byId(sent.militaryTokens),
  senators: byId(sent.senators),
  decrees: byId(sent.decrees),
  conspiracies: byId(sent.conspiracies),
  chambers: sent.chambers,
  layouts: sent.layouts,
  trackVp: sent.trackVp,
  pantheon: sent.pantheon,
  divinities: byId(sent.pantheon ? [...sent.pantheon.divinities, sent.pantheon.gate] : []),
})

/** The resources of a family; those of a family that is newer than the page are not known. */
export const familyOf = (family: string): readonly Resource[] => FAMILIES[family] ?? []

/** The counts of a city that are printed on its cards: production, choices and science symbols. */
export interface Tally {
  production: Record<Resource, number>
  choices: (readonly Resource[])[]
  science: Map<string, number>
}

export function tally(
  { buildings, wonders, tokens, divinities }: Catalogue,
  city: {
    buildings: Record<string, unknown>
    wonders: Record<string, { under?: string | undefined }>
    tokens: Record<string, unknown>
    divinities?: Record<string, unknown> | undefined
    snake?: string | undefined
  },
): Tally {
  const production: Record<Resource, number> = { wood: 0, clay: 0, stone: 0, glass: 0, papyrus: 0 }
  const choices: (readonly Resource[])[] = []
  const science = new Map<string, number>()
  const built = Object.entries(city.wonders)
    .filter(([, { under }]) => under !== undefined)
    .map(([id]) => wonders.get(id))
  const things = [
    ...Object.keys(city.buildings).map((id) => buildings.get(id)),
    ...built,
    ...Object.keys(city.tokens).map((id) => tokens.get(id)),
  ]
  const symbols = [
    ...things,
    ...Object.keys(city.divinities ?? {}).map((id) => divinities.get(id)),
    // The snake gives the symbol of the card on which it lies.
    buildings.get(city.snake ?? ''),
  ]
  for (const thing of symbols) {
    if (thing?.science !== undefined) science.set(thing.science, (science.get(thing.science) ?? 0) + 1)
  }
  for (const thing of things) {
    if (!thing) continue
    for (const [resource, units] of Object.entries(thing.produces ?? {})) production[resource as Resource] += units
    if (thing.producesOneOf !== undefined) choices.push(familyOf(thing.producesOneOf))
  }
  return { production, choices, science }
}
