import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  DivinityId,
  MythologyTokenId,
  OfferingTokenId,
  TokenId,
  WonderId,
} from '../catalogue/index.ts'
import type { Mythology } from '../catalogue/vocabulary.ts'

/** Every random draw of a match, by id and in order. A test may write one by hand. */
export interface Deal extends Partial<PantheonDeal> {
  /** Four, four and the rest; both groups are empty with the first-game wonders. */
  firstWonders: WonderId[]
  secondWonders: WonderId[]
  boxWonders: WonderId[]
  /** Five and the rest. */
  boardTokens: TokenId[]
  boxTokens: TokenId[]
  /**
   * All tokens: the Great Library draws the first three of them that are in the box at that moment. Absent with
   * Pantheon, which has `libraryOrders` in its place.
   */
  libraryOrder?: TokenId[]
  /** The cards by slot, senators and purple cards included, and the three age cards that are removed. */
  ages: Record<1 | 2 | 3, { slots: CardId[]; removed: BuildingId[] }>
  /** The guilds that are not in play: all seven with Pantheon. */
  boxGuilds: BuildingId[]
  /** The decrees of chambers 1 to 6, and the rest; empty without Agora. */
  decrees: DecreeId[]
  boxDecrees: DecreeId[]
  /** Index 0 is the top; empty without Agora. */
  conspiracies: ConspiracyId[]
}

/** The draws of Pantheon, absent without it (pantheon.md §8). */
export interface PantheonDeal {
  /** The deck of each mythology; index 0 is the top. */
  divinities: Record<Mythology, DivinityId[]>
  /** For the marked slots of Age I in ascending order, and the rest. */
  mythologyTokens: MythologyTokenId[]
  boxMythologyTokens: MythologyTokenId[]
  /** For the marked slots of Age II in ascending order. */
  offeringTokens: OfferingTokenId[]
  /** The two Grand Temples that are not in play. */
  boxTemples: BuildingId[]
  /**
   * Three orders of all progress tokens: the n-th time that Enki is turned up or revealed takes the first two tokens of
   * the n-th order that are in the box at that moment.
   */
  enkiOrders: TokenId[][]
  /** Two orders of all progress tokens: the n-th construction of the Great Library draws from the n-th order. */
  libraryOrders: TokenId[][]
}
