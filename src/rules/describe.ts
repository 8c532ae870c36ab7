import {
  BUILDINGS,
  CONSPIRACY_CARDS,
  DECREE_CARDS,
  MILITARY_TOKENS,
  SENATOR_CARDS,
  TOKENS,
  WONDERS,
  backOf,
  boxOf,
} from './catalogue/index.ts'
import type { BuildingId } from './catalogue/index.ts'
import { CHAMBERS } from './catalogue/constants.ts'
import { TRACK_VP } from './catalogue/military.ts'
import type { MatchOptions } from './options.ts'
import { layoutOf } from './structure.ts'

/**
 * Everything that lies in the box of a match, as plain data: what a client needs to draw cards and structures that it
 * knows only by their ids. Nothing in it depends on a deal.
 */
export function catalogue(options: MatchOptions) {
  const box = boxOf(options)
  return structuredClone({
    buildings: (Object.keys(BUILDINGS) as BuildingId[]).map((id) => ({ ...BUILDINGS[id], back: backOf(id) })),
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
  })
}

export type Catalogue = ReturnType<typeof catalogue>
