/** Who plays: guests, their names and their tokens. */
export { newGuest } from './guest.ts'
export { playerName } from './name.ts'
export { keptSecret } from './secret.ts'
export { createTokens } from './tokens.ts'
export type { Identity, Tokens } from './tokens.ts'
