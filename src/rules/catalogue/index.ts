/** What exists in the box, as data, and look-ups over it. A new card is a row in its table. */
import { AGE_I, AGE_II, AGE_III, GUILDS } from './buildings.ts'
import type { BuildingRow } from './buildings.ts'
import { CONSPIRACIES } from './conspiracies.ts'
import type { ConspiracyRow } from './conspiracies.ts'
import { DECREES } from './decrees.ts'
import type { DecreeRow } from './decrees.ts'
import { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import type { MilitaryTokenRow } from './military.ts'
import { SENATORS } from './senators.ts'
import type { SenatorRow } from './senators.ts'
import { AGORA_TOKENS, BASE_TOKENS } from './tokens.ts'
import type { TokenRow } from './tokens.ts'
import type { Back } from './vocabulary.ts'
import { AGORA_WONDERS, BASE_WONDERS } from './wonders.ts'
import type { WonderRow } from './wonders.ts'

export type BuildingId = (typeof AGE_I | typeof AGE_II | typeof AGE_III | typeof GUILDS)[number]['id']
export type SenatorId = (typeof SENATORS)[number]['id']
/** A card of the structure. */
export type CardId = BuildingId | SenatorId
export type WonderId = (typeof BASE_WONDERS | typeof AGORA_WONDERS)[number]['id']
export type TokenId = (typeof BASE_TOKENS | typeof AGORA_TOKENS)[number]['id']
export type DecreeId = (typeof DECREES)[number]['id']
export type ConspiracyId = (typeof CONSPIRACIES)[number]['id']
export type MilitaryTokenId = (typeof BASE_MILITARY_TOKENS | typeof AGORA_MILITARY_TOKENS)[number]['id']

const byId = <Id extends string, Row extends { id: string }>(rows: readonly Row[]): Readonly<Record<Id, Row>> =>
  Object.fromEntries(rows.map((row) => [row.id, row])) as Record<Id, Row>

export const BUILDINGS = byId<BuildingId, BuildingRow>([...AGE_I, ...AGE_II, ...AGE_III, ...GUILDS])
export const SENATOR_CARDS = byId<SenatorId, SenatorRow>(SENATORS)
export const WONDERS = byId<WonderId, WonderRow>([...BASE_WONDERS, ...AGORA_WONDERS])
export const TOKENS = byId<TokenId, TokenRow>([...BASE_TOKENS, ...AGORA_TOKENS])
export const DECREE_CARDS = byId<DecreeId, DecreeRow>(DECREES)
export const CONSPIRACY_CARDS = byId<ConspiracyId, ConspiracyRow>(CONSPIRACIES)
export const MILITARY_TOKENS = byId<MilitaryTokenId, MilitaryTokenRow>([...BASE_MILITARY_TOKENS, ...AGORA_MILITARY_TOKENS])

const ids = <Id extends string>(rows: readonly { id: Id }[]): Id[] => rows.map((row) => row.id)

export const AGE_DECKS = { 1: ids(AGE_I), 2: ids(AGE_II), 3: ids(AGE_III) } as const satisfies Record<1 | 2 | 3, BuildingId[]>
export const GUILD_DECK: readonly BuildingId[] = ids(GUILDS)

const BACKS = new Map<CardId, Back>([
  ...AGE_DECKS[1].map((id) => [id, 'I'] as const),
  ...AGE_DECKS[2].map((id) => [id, 'II'] as const),
  ...AGE_DECKS[3].map((id) => [id, 'III'] as const),
  ...GUILD_DECK.map((id) => [id, 'guild'] as const),
  ...ids(SENATORS).map((id) => [id, 'senator'] as const),
])

/** The back of a card of the structure, which everybody sees. */
export const backOf = (card: CardId): Back => BACKS.get(card)!

/** The row of a card if it is a building, undefined if it is a senator. */
export const buildingRow = (card: CardId): BuildingRow | undefined => BUILDINGS[card as BuildingId]
export const isSenator = (card: CardId): card is SenatorId => card in SENATOR_CARDS
