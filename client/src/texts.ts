/**
 * How long texts are that players write, and whether anybody can see them. This is the code with which the server decides:
 * the one part of it that the package contains.
 */
export { countCharacters, isVisible, TEXT_LIMITS, textFault } from '../../src/text/index.ts'
export type { TextFault, TextKind } from '../../src/text/index.ts'
