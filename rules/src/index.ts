/**
 * The rules of 7 Wonders Duel with Agora and Pantheon, as the servers of Curia play them: pure functions, which read no
 * clock, file, socket or random source. README.md leads through them; base.md, agora.md and pantheon.md, which their
 * comments name, are the documents of the rules, below /docs/rules/ on every server.
 */

// A game, from its seed to its result.
export { GAME_KINDS } from '../../src/protocol/game-kinds.ts'
export type { GameKind } from '../../src/protocol/game-kinds.ts'
export { DEFAULT_GAME_OPTIONS, MOST_EXTRA_COINS, matchOptions } from '../../src/protocol/match-options.ts'
export type { GameOptions } from '../../src/protocol/match-options.ts'
export { Choices, deal, drawSeat, legalActions, price, reduce, score, start } from '../../src/rules/index.ts'
export type {
  Action,
  ActionInput,
  ActionType,
  ActivationPrice,
  Deal,
  Handicap,
  MatchEvent,
  MatchOptions,
  MatchState,
  Offer,
  Price,
  Reduction,
  Result,
  Score,
  Seat,
  Step,
  StepKind,
} from '../../src/rules/index.ts'

// What a viewer may know of it.
export { redact, view } from '../../src/rules/index.ts'
export type { MatchView, Viewer } from '../../src/rules/index.ts'

// What is refused.
export { RuleViolation } from '../../src/rules/index.ts'
export type { ViolationCode } from '../../src/rules/index.ts'

// The box, as data.
export { catalogue } from '../../src/rules/index.ts'
export type {
  BuildingId,
  CardId,
  Catalogue,
  ConspiracyId,
  DecreeId,
  DivinityId,
  MilitaryTokenId,
  MythologyTokenId,
  OfferingTokenId,
  PantheonCardId,
  SenatorId,
  SlotTokenId,
  TokenId,
  WonderId,
} from '../../src/rules/index.ts'

// Which rules these are.
export { FOLDED_VERSIONS, RULES_VERSION } from '../../src/rules/index.ts'
