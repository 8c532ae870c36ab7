/** Texts that people write: how long they are, what of them can be seen, and what makes them harmless. */
export { charactersOf, countCharacters, unitsOf, weightOf } from './characters.ts'
export { isolated } from './isolated.ts'
export { mostUnits, TEXT_LIMITS, textFault } from './limits.ts'
export type { TextFault, TextKind } from './limits.ts'
export { CHAT_PHRASES } from './phrases.ts'
export type { ChatPhrase } from './phrases.ts'
export { plainLine, plainText } from './plain.ts'
export { hiddenIn, isVisible } from './visible.ts'
