import type {
  BuildingId,
  ConspiracyId,
  MilitaryTokenId,
  MythologyTokenId,
  PantheonCardId,
  SenatorId,
  TokenId,
  WonderId,
} from './catalogue/index.ts'

/** What asks for a step. Everybody may know it: each of these lies open when it causes a step. */
export type Cause =
  | { kind: 'wonder'; id: WonderId }
  | { kind: 'conspiracy'; id: ConspiracyId }
  | { kind: 'divinity'; id: PantheonCardId }
  | { kind: 'senator'; id: SenatorId }
  | { kind: 'building'; id: BuildingId }
  | { kind: 'progress-token'; id: TokenId }
  | { kind: 'military-token'; id: MilitaryTokenId }
  | { kind: 'mythology-token'; id: MythologyTokenId }
