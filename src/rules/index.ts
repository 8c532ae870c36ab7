/** The rules of the game: pure functions that use no clock, no file, no socket and no random source. */
export type { Action, ActionInput, ActionType, Offer } from './actions.ts'
export { buildingBits, builtOf } from './built.ts'
export type { Built } from './built.ts'
export type { Guild } from './catalogue/buildings.ts'
export type * from './catalogue/ids.ts'
export {
  AGE_DECKS,
  BUILDINGS,
  CONSPIRACY_CARDS,
  DECREE_CARDS,
  MILITARY_TOKENS,
  PANTHEON_CARDS,
  TOKENS,
  WONDERS,
  backOf,
  boxOf,
  discountOf,
  isMythologyToken,
  mythologyOf,
} from './catalogue/index.ts'
export { SYMBOLS_TO_WIN } from './catalogue/constants.ts'
export { CAPITAL } from './catalogue/military.ts'
export { COLORS, MYTHOLOGIES, RESOURCES, SCIENCE_SYMBOLS } from './catalogue/vocabulary.ts'
export type { Back, Mythology, ScienceSymbol } from './catalogue/vocabulary.ts'
export { Choices } from './choices.ts'
export { controllerOf, spendable } from './city.ts'
export { deal, drawSeat } from './deal/deal.ts'
export { shuffle } from './deal/random.ts'
export type { Deal } from './deal/types.ts'
export { catalogue } from './describe.ts'
export type { Catalogue } from './describe.ts'
export type { CoinReason, MatchEvent } from './events.ts'
export { explain } from './explain/explain.ts'
export { ledgers } from './explain/ledger.ts'
export type { BlockedReason, Explanation } from './explain/types.ts'
export { legalActions } from './legal.ts'
export type { Handicap, MatchOptions } from './options.ts'
export { price } from './price-of.ts'
export { buildingCost, wonderCost } from './price/cost.ts'
export type { Cost } from './price/cost.ts'
export { priceListOf } from './price/price.ts'
export type { ActivationPrice, Price } from './price/types.ts'
export { foresee, reduce } from './reduce.ts'
export type { Reduction } from './reduce.ts'
export { remembered } from './remembered.ts'
export { guildPoints, score } from './score.ts'
export type { Score } from './score.ts'
export type { Seat, Viewer } from './seat.ts'
export { start } from './start.ts'
export type { MatchState, Result, Step, StepKind } from './state.ts'
export { accessibleSlots } from './structure.ts'
export { symbolCounts } from './symbols.ts'
export { joined } from './view/joined.ts'
export { mergePatch } from './view/merge-patch.ts'
export { ownView } from './view/own.ts'
export { publicPatch, publicView } from './view/public.ts'
export { redact } from './view/redact.ts'
export { SectionedView, sectionsFrom } from './view/sections.ts'
export type { Patch, Section } from './view/sections.ts'
export type { MatchView, OwnView, PantheonView, PublicView } from './view/types.ts'
export { view } from './view/view.ts'
export { FOLDED_VERSIONS, RULES_VERSION } from './version.ts'
export { RuleViolation } from './violation.ts'
export type { ViolationCode } from './violation.ts'
export { wouldWin } from './would-win.ts'
