import type { AGE_I, AGE_II, AGE_III, GRAND_TEMPLES, GUILDS } from './buildings.ts'
import type { CONSPIRACIES } from './conspiracies.ts'
import type { DECREES } from './decrees.ts'
import type { DIVINITIES, GATE } from './divinities.ts'
import type { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import type { MYTHOLOGY_TOKENS } from './mythologies.ts'
import type { OFFERING_TOKENS } from './offerings.ts'
import type { SENATORS } from './senators.ts'
import type { AGORA_TOKENS, BASE_TOKENS, PANTHEON_TOKENS } from './tokens.ts'
import type { AGORA_WONDERS, BASE_WONDERS, PANTHEON_WONDERS } from './wonders.ts'

export type BuildingId = (
  | typeof AGE_I
  | typeof AGE_II
  | typeof AGE_III
  | typeof GUILDS
  | typeof GRAND_TEMPLES
)[number]['id']
export type SenatorId = (typeof SENATORS)[number]['id']
/** A card of the structure. */
export type CardId = BuildingId | SenatorId
export type WonderId = (typeof BASE_WONDERS | typeof AGORA_WONDERS | typeof PANTHEON_WONDERS)[number]['id']
/** A progress token. */
export type TokenId = (typeof BASE_TOKENS | typeof AGORA_TOKENS | typeof PANTHEON_TOKENS)[number]['id']
export type DecreeId = (typeof DECREES)[number]['id']
export type ConspiracyId = (typeof CONSPIRACIES)[number]['id']
export type MilitaryTokenId = (typeof BASE_MILITARY_TOKENS | typeof AGORA_MILITARY_TOKENS)[number]['id']
export type DivinityId = (typeof DIVINITIES)[number]['id']
/** A card of the Pantheon: a divinity or the Gate. */
export type PantheonCardId = DivinityId | (typeof GATE)['id']
export type MythologyTokenId = (typeof MYTHOLOGY_TOKENS)[number]['id']
export type OfferingTokenId = (typeof OFFERING_TOKENS)[number]['id']
/** A token that lies on a slot of the structure. */
export type SlotTokenId = MythologyTokenId | OfferingTokenId
