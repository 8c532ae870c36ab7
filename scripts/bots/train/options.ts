import type { GameKind } from '../../../src/protocol/index.ts'
import { matchOptions } from '../../../src/protocol/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'

/** The options of the games from which the bots learn. */
export const optionsOf = (kind: GameKind): MatchOptions => matchOptions(kind, { wonders: 'draft', tiedPawn: 'chooses' })
