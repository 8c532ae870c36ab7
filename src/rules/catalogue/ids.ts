import type { AGE_I, AGE_II, AGE_III, GUILDS } from './buildings.ts'
import type { CONSPIRACIES } from './conspiracies.ts'
import type { DECREES } from './decrees.ts'
import type { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import type { SENATORS } from './senators.ts'
import type { AGORA_TOKENS, BASE_TOKENS } from './tokens.ts'
import type { AGORA_WONDERS, BASE_WONDERS } from './wonders.ts'

export type BuildingId = (typeof AGE_I | typeof AGE_II | typeof AGE_III | typeof GUILDS)[number]['id']
export type SenatorId = (typeof SENATORS)[number]['id']
/** A card of the structure. */
export type CardId = BuildingId | SenatorId
export type WonderId = (typeof BASE_WONDERS | typeof AGORA_WONDERS)[number]['id']
export type TokenId = (typeof BASE_TOKENS | typeof AGORA_TOKENS)[number]['id']
export type DecreeId = (typeof DECREES)[number]['id']
export type ConspiracyId = (typeof CONSPIRACIES)[number]['id']
export type MilitaryTokenId = (typeof BASE_MILITARY_TOKENS | typeof AGORA_MILITARY_TOKENS)[number]['id']
