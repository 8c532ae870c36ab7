import { CHAMBERS, TEMPLE_VP } from './catalogue/constants.ts'
import { DIVINITIES, GATE, PANTHEON_SPACES } from './catalogue/divinities.ts'
import type { Box, BuildingId } from './catalogue/index.ts'
import {
  AGE_DECKS,
  backOf,
  boxOf,
  BUILDINGS,
  CONSPIRACY_CARDS,
  DECREE_CARDS,
  GUILD_DECK,
  MILITARY_TOKENS,
  PANTHEON_CARDS,
  SENATOR_CARDS,
  TEMPLE_DECK,
  TOKENS,
  WONDERS,
} from './catalogue/index.ts'
import { TRACK_VP } from './catalogue/military.ts'
import { MYTHOLOGY_ROWS, MYTHOLOGY_TOKENS } from './catalogue/mythologies.ts'
import { OFFERING_TOKENS } from './catalogue/offerings.ts'
import type { MatchOptions } from './options.ts'
import { layoutOf } from './structure.ts'

const AGES = [1, 2, 3] as const

/**
 * Everything that lies in the box of a match, as plain data: what a client needs to draw cards and structures that it
 * knows only by their ids. Nothing in it depends on a deal.
 */
export function catalogue(options: MatchOptions) {
  const box = boxOf(options)
  return structuredClone({
    buildings: buildingsIn(box).map((id) => ({ ...BUILDINGS[id], back: backOf(id) })),
    wonders: box.wonders.map((id) => WONDERS[id]),
    progressTokens: box.tokens.map((id) => TOKENS[id]),
    militaryTokens: box.militaryTokens.map((id) => MILITARY_TOKENS[id]),
    senators: box.senators.map((id) => SENATOR_CARDS[id]),
    decrees: box.decrees.map((id) => DECREE_CARDS[id]),
    conspiracies: box.conspiracies.map((id) => CONSPIRACY_CARDS[id]),
    chambers: CHAMBERS.slice(0, box.chambers),
    /** By age, the slots in their order. */
    layouts: { 1: layoutOf(options, 1), 2: layoutOf(options, 2), 3: layoutOf(options, 3) },
    /** VP for the player whom the pawn favours, by its distance from the centre. */
    trackVp: TRACK_VP,
    /** Absent without Pantheon. */
    ...(box.spaces > 0 && { pantheon: pantheonCatalogue(options) }),
  })
}

/** The buildings that can come into play. */
const buildingsIn = ({ guildsInPlay, templesInPlay }: Box): BuildingId[] => [
  ...AGES.flatMap((age) => AGE_DECKS[age]),
  ...(guildsInPlay > 0 ? GUILD_DECK : []),
  ...(templesInPlay > 0 ? TEMPLE_DECK : []),
]

const pantheonCatalogue = (options: MatchOptions) => ({
  mythologies: MYTHOLOGY_ROWS,
  divinities: DIVINITIES.map(({ id }) => PANTHEON_CARDS[id]),
  gate: PANTHEON_CARDS[GATE.id],
  /** By space, the cost of an activation for each seat. */
  spaces: PANTHEON_SPACES,
  mythologyTokens: MYTHOLOGY_TOKENS,
  offeringTokens: OFFERING_TOKENS,
  /** By age, the slots of the structure that carry tokens. */
  tokenSlots: Object.fromEntries(AGES.map((age) => [age, boxOf(options).layouts[age].tokenSlots])),
  /** VP of a city by its number of Grand Temples. */
  templeVp: TEMPLE_VP,
})

export type Catalogue = ReturnType<typeof catalogue>
