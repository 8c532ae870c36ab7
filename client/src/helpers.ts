/** What a client needs that speaks the protocol itself: nothing of it connects anywhere. */
export { applyPatch } from './merge-patch.ts'
export { expandOffers, isOffered } from './offers.ts'
export { CHAT_PHRASES, countCharacters, isVisible, TEXT_LIMITS, textFault } from './texts.ts'
export type { ChatPhrase, TextFault, TextKind } from './texts.ts'
