import type { MatchOptions } from '../options.ts'
import { CONSPIRACIES } from './conspiracies.ts'
import { CHAMBERS, CUBES } from './constants.ts'
import { DECREES } from './decrees.ts'
import type { ConspiracyId, DecreeId, MilitaryTokenId, SenatorId, TokenId, WonderId } from './ids.ts'
import { AGORA_LAYOUTS, BASE_LAYOUTS } from './layouts.ts'
import type { LayoutRows } from './layouts.ts'
import { idsOf } from './lookup.ts'
import { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import { SENATORS } from './senators.ts'
import { AGORA_TOKENS, BASE_TOKENS } from './tokens.ts'
import { AGORA_WONDERS, BASE_WONDERS } from './wonders.ts'

/** What is in the box of a match, besides the age cards and guilds that every match has. */
export interface Box {
  wonders: readonly WonderId[]
  tokens: readonly TokenId[]
  militaryTokens: readonly MilitaryTokenId[]
  senators: readonly SenatorId[]
  decrees: readonly DecreeId[]
  conspiracies: readonly ConspiracyId[]
  /** Chambers of the Senate, and influence cubes of each player. */
  chambers: number
  cubes: number
  layouts: Readonly<Record<1 | 2 | 3, LayoutRows>>
  /** The structure of Age I lies there before the wonders are drafted (agora.md §2.1). */
  structureBeforeDraft: boolean
}

const BASE_BOX: Box = {
  wonders: idsOf(BASE_WONDERS),
  tokens: idsOf(BASE_TOKENS),
  militaryTokens: idsOf(BASE_MILITARY_TOKENS),
  senators: [],
  decrees: [],
  conspiracies: [],
  chambers: 0,
  cubes: 0,
  layouts: BASE_LAYOUTS,
  structureBeforeDraft: false,
}

const AGORA_BOX: Box = {
  wonders: [...BASE_BOX.wonders, ...idsOf(AGORA_WONDERS)],
  tokens: [...BASE_BOX.tokens, ...idsOf(AGORA_TOKENS)],
  militaryTokens: idsOf(AGORA_MILITARY_TOKENS),
  senators: idsOf(SENATORS),
  decrees: idsOf(DECREES),
  conspiracies: idsOf(CONSPIRACIES),
  chambers: CHAMBERS.length,
  cubes: CUBES,
  layouts: AGORA_LAYOUTS,
  structureBeforeDraft: true,
}

/** The options choose the box; no other code asks whether an expansion is in play. */
export const boxOf = ({ agora }: MatchOptions): Box => (agora ? AGORA_BOX : BASE_BOX)
