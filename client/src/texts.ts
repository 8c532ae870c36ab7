/**
 * How long texts are that players write, whether anyone can see them, and what they can say without writing it. This is the code with which the server decides:
 * the one part of it that the package contains.
 */
export { CHAT_PHRASES, countCharacters, isVisible, TEXT_LIMITS, textFault } from '../../src/text/index.ts'
export type { ChatPhrase, TextFault, TextKind } from '../../src/text/index.ts'
