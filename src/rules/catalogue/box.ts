import type { MatchOptions } from '../options.ts'
import { CONSPIRACIES } from './conspiracies.ts'
import { CHAMBERS, CUBES, GUILDS_IN_PLAY, TEMPLES_IN_PLAY } from './constants.ts'
import { DECREES } from './decrees.ts'
import { DIVINITIES, PANTHEON_SPACES } from './divinities.ts'
import type {
  ConspiracyId,
  DecreeId,
  DivinityId,
  MilitaryTokenId,
  MythologyTokenId,
  OfferingTokenId,
  SenatorId,
  TokenId,
  WonderId,
} from './ids.ts'
import type { Layouts } from './layouts.ts'
import { AGORA_LAYOUTS, BASE_LAYOUTS } from './layouts.ts'
import { idsOf } from './lookup.ts'
import { AGORA_MILITARY_TOKENS, BASE_MILITARY_TOKENS } from './military.ts'
import { MYTHOLOGY_TOKENS } from './mythologies.ts'
import { OFFERING_TOKENS } from './offerings.ts'
import { SENATORS } from './senators.ts'
import { AGORA_TOKENS, BASE_TOKENS, PANTHEON_TOKENS } from './tokens.ts'
import { AGORA_WONDERS, BASE_WONDERS, PANTHEON_WONDERS } from './wonders.ts'

/** What is in the box of a match, besides the age cards that every match has. */
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
  divinities: readonly DivinityId[]
  /** Spaces of the Pantheon. */
  spaces: number
  mythologyTokens: readonly MythologyTokenId[]
  offeringTokens: readonly OfferingTokenId[]
  /** Purple cards that are shuffled into Age III. */
  guildsInPlay: number
  templesInPlay: number
  layouts: Layouts
  /** The structure of Age I is laid out before the wonders are drafted (agora.md §2.1, pantheon.md §2.1). */
  structureBeforeDraft: boolean
}

const BASE: Box = {
  wonders: idsOf(BASE_WONDERS),
  tokens: idsOf(BASE_TOKENS),
  militaryTokens: idsOf(BASE_MILITARY_TOKENS),
  senators: [],
  decrees: [],
  conspiracies: [],
  chambers: 0,
  cubes: 0,
  divinities: [],
  spaces: 0,
  mythologyTokens: [],
  offeringTokens: [],
  guildsInPlay: GUILDS_IN_PLAY,
  templesInPlay: 0,
  layouts: BASE_LAYOUTS,
  structureBeforeDraft: false,
}

/** What an expansion adds to a box. Its wonders and progress tokens join those in the box; everything else replaces. */
type Expansion = Partial<Box> & Pick<Box, 'wonders' | 'tokens'>

const AGORA: Expansion = {
  wonders: idsOf(AGORA_WONDERS),
  tokens: idsOf(AGORA_TOKENS),
  militaryTokens: idsOf(AGORA_MILITARY_TOKENS),
  senators: idsOf(SENATORS),
  decrees: idsOf(DECREES),
  conspiracies: idsOf(CONSPIRACIES),
  chambers: CHAMBERS.length,
  cubes: CUBES,
  layouts: AGORA_LAYOUTS,
  structureBeforeDraft: true,
}

const PANTHEON: Expansion = {
  wonders: idsOf(PANTHEON_WONDERS),
  tokens: idsOf(PANTHEON_TOKENS),
  divinities: idsOf(DIVINITIES),
  spaces: PANTHEON_SPACES.length,
  mythologyTokens: idsOf(MYTHOLOGY_TOKENS),
  offeringTokens: idsOf(OFFERING_TOKENS),
  guildsInPlay: 0,
  templesInPlay: TEMPLES_IN_PLAY,
  structureBeforeDraft: true,
}

const boxWith = (...expansions: readonly Expansion[]): Box =>
  expansions.reduce<Box>(
    (box, added) => ({
      ...box,
      ...added,
      wonders: [...box.wonders, ...added.wonders],
      tokens: [...box.tokens, ...added.tokens],
    }),
    BASE,
  )

/** The boxes, by whether Agora and Pantheon are in them. */
const BOXES = { base: boxWith(), agora: boxWith(AGORA), pantheon: boxWith(PANTHEON), both: boxWith(AGORA, PANTHEON) }

/** The options choose the box; no other code asks whether an expansion is in play. */
export const boxOf = ({ agora, pantheon }: Pick<MatchOptions, 'agora' | 'pantheon'>): Box =>
  pantheon ? (agora ? BOXES.both : BOXES.pantheon) : agora ? BOXES.agora : BOXES.base
