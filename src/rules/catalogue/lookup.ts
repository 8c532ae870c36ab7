import type { BuildingRow } from './buildings.ts'
import { AGE_I, AGE_II, AGE_III, GRAND_TEMPLES, GUILDS } from './buildings.ts'
import type { ConspiracyRow } from './conspiracies.ts'
import { CONSPIRACIES } from './conspiracies.ts'
import type { DecreeRow } from './decrees.ts'
import { DECREES } from './decrees.ts'
import type { DivinityRow } from './divinities.ts'
import { DIVINITIES, GATE } from './divinities.ts'
import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  MilitaryTokenId,
  MythologyTokenId,
  OfferingTokenId,
  PantheonCardId,
  SenatorId,
  SlotTokenId,
  TokenId,
  WonderId,
} from './ids.ts'
import type { MilitaryTokenRow } from './military.ts'
import { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import type { MythologyTokenRow } from './mythologies.ts'
import { MYTHOLOGY_TOKENS } from './mythologies.ts'
import type { OfferingTokenRow } from './offerings.ts'
import { OFFERING_TOKENS } from './offerings.ts'
import type { SenatorRow } from './senators.ts'
import { SENATORS } from './senators.ts'
import type { TokenRow } from './tokens.ts'
import { AGORA_TOKENS, BASE_TOKENS, PANTHEON_TOKENS } from './tokens.ts'
import type { Back, Mythology } from './vocabulary.ts'
import type { WonderRow } from './wonders.ts'
import { AGORA_WONDERS, BASE_WONDERS, PANTHEON_WONDERS } from './wonders.ts'

/** The same rows with all fields in the same order: the engine reads objects of one shape several times as fast. */
function withSameFields<Row extends object>(rows: readonly Row[]): Row[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)))
  return rows.map((row) => {
    const full: Record<string, unknown> = {}
    for (const field of fields) full[field] = row[field as keyof Row]
    return full as Row
  })
}

const byId = <Id extends string, Row extends { id: string }>(rows: readonly Row[]): Readonly<Record<Id, Row>> =>
  Object.fromEntries(withSameFields(rows).map((row) => [row.id, row])) as Record<Id, Row>

export const BUILDINGS = byId<BuildingId, BuildingRow>([
  ...AGE_I,
  ...AGE_II,
  ...AGE_III,
  ...GUILDS,
  ...GRAND_TEMPLES,
])
export const SENATOR_CARDS = byId<SenatorId, SenatorRow>(SENATORS)
export const WONDERS = byId<WonderId, WonderRow>([...BASE_WONDERS, ...AGORA_WONDERS, ...PANTHEON_WONDERS])
export const TOKENS = byId<TokenId, TokenRow>([...BASE_TOKENS, ...AGORA_TOKENS, ...PANTHEON_TOKENS])
export const DECREE_CARDS = byId<DecreeId, DecreeRow>(DECREES)
export const CONSPIRACY_CARDS = byId<ConspiracyId, ConspiracyRow>(CONSPIRACIES)
export const MILITARY_TOKENS = byId<MilitaryTokenId, MilitaryTokenRow>([
  ...BASE_MILITARY_TOKENS,
  ...AGORA_MILITARY_TOKENS,
])
export const PANTHEON_CARDS = byId<PantheonCardId, DivinityRow>([...DIVINITIES, GATE])

const MYTHOLOGY_TOKEN_ROWS = byId<MythologyTokenId, MythologyTokenRow>(MYTHOLOGY_TOKENS)
const OFFERING_TOKEN_ROWS = byId<OfferingTokenId, OfferingTokenRow>(OFFERING_TOKENS)

/** The ids of rows, in their order. */
export const idsOf = <Id extends string>(rows: readonly { readonly id: Id }[]): Id[] => rows.map((row) => row.id)

export const AGE_DECKS: Readonly<Record<1 | 2 | 3, readonly BuildingId[]>> = {
  1: idsOf(AGE_I),
  2: idsOf(AGE_II),
  3: idsOf(AGE_III),
}
export const GUILD_DECK: readonly BuildingId[] = idsOf(GUILDS)
export const TEMPLE_DECK: readonly BuildingId[] = idsOf(GRAND_TEMPLES)

const BACKS = new Map<CardId, Back>([
  ...AGE_DECKS[1].map((id) => [id, 'I'] as const),
  ...AGE_DECKS[2].map((id) => [id, 'II'] as const),
  ...AGE_DECKS[3].map((id) => [id, 'III'] as const),
  ...GUILD_DECK.map((id) => [id, 'guild'] as const),
  ...TEMPLE_DECK.map((id) => [id, 'temple'] as const),
  ...idsOf(SENATORS).map((id) => [id, 'senator'] as const),
])

/** The back of a card of the structure, which is public. */
export const backOf = (card: CardId): Back => BACKS.get(card)!

export const isSenator = (card: CardId): card is SenatorId => card in SENATOR_CARDS

export const isMythologyToken = (token: SlotTokenId): token is MythologyTokenId => token in MYTHOLOGY_TOKEN_ROWS
export const mythologyOf = (token: MythologyTokenId): Mythology => MYTHOLOGY_TOKEN_ROWS[token].mythology
/** The discount of an Offering token, in coins. */
export const discountOf = (token: OfferingTokenId): number => OFFERING_TOKEN_ROWS[token].discount
