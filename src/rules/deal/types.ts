import type { BuildingId, CardId, ConspiracyId, DecreeId, TokenId, WonderId } from '../catalogue/index.ts'

/** Every random draw of a match, by id and in order. A test may write one by hand. */
export interface Deal {
  /** Four, four and the rest; both groups are empty with the first-game wonders. */
  firstWonders: WonderId[]
  secondWonders: WonderId[]
  boxWonders: WonderId[]
  /** Five and the rest. */
  boardTokens: TokenId[]
  boxTokens: TokenId[]
  /** All tokens: the Great Library draws the first three of them that are in the box at that moment. */
  libraryOrder: TokenId[]
  /** The cards by slot, senators and guilds included, and the three age cards that are removed. */
  ages: Record<1 | 2 | 3, { slots: CardId[]; removed: BuildingId[] }>
  boxGuilds: BuildingId[]
  /** The decrees of chambers 1 to 6, and the rest; empty without Agora. */
  decrees: DecreeId[]
  boxDecrees: DecreeId[]
  /** Index 0 is the top; empty without Agora. */
  conspiracies: ConspiracyId[]
}
