import { CHAMBERS, START_COINS } from './catalogue/constants.ts'
import type { WonderId } from './catalogue/index.ts'
import { boxOf } from './catalogue/index.ts'
import { FIRST_GAME_WONDERS } from './catalogue/wonders.ts'
import type { Deal } from './deal/types.ts'
import { PICKERS } from './decisions/draft.ts'
import { layOut } from './effects/structure.ts'
import type { MatchOptions } from './options.ts'
import type { Play } from './play.ts'
import { push } from './play.ts'
import { resolveSteps } from './resolve-steps.ts'
import type { Seat } from './seat.ts'
import type { City, MatchState, Pantheon, Senate } from './state.ts'

/**
 * The first state of a match (base.md §2, agora.md §2.1, pantheon.md §2.1). The same options and deal always give the
 * same state.
 */
export function start(options: MatchOptions, deal: Deal): MatchState {
  const box = boxOf(options)
  const drafted = options.wonders === 'draft'
  const city = (seat: Seat, wonders: readonly WonderId[]): City => ({
    coins: START_COINS + (options.handicap?.seat === seat ? options.handicap.coins : 0),
    buildings: [],
    wonders: wonders.map((id) => ({ id, under: null })),
    tokens: [],
    senators: [],
    conspiracies: [],
    reserve: box.cubes,
    pantheon:
      box.spaces > 0 ? { divinities: [], mythologyTokens: [], offeringTokens: [], storedCoins: 0, snake: null } : null,
  })
  const state: MatchState = {
    options,
    deal,
    age: 0,
    toAct: null,
    turnOf: 0,
    structure: [],
    faceUp: [],
    cities: drafted ? [city(0, []), city(1, [])] : [city(0, FIRST_GAME_WONDERS[0]), city(1, FIRST_GAME_WONDERS[1])],
    pawn: 0,
    militaryTokens: [box.militaryTokens, box.militaryTokens],
    boardTokens: deal.boardTokens,
    boxTokens: deal.boxTokens,
    discardPile: [],
    draft: deal.firstWonders,
    picks: 0,
    senate: box.chambers > 0 ? openSenate(deal) : null,
    pantheon: box.spaces > 0 ? openPantheon(deal, box.spaces) : null,
    conspiracyDeck: deal.conspiracies,
    extraTurn: false,
    mayTrigger: false,
    stack: [],
    result: null,
  }
  const play: Play = { state, events: [], isExplained: true }
  if (box.structureBeforeDraft) layOut(play, 1)
  push(play, ...(drafted ? [{ kind: 'draft', seat: PICKERS[0]! } as const] : []), { kind: 'begin', seat: 0 })
  resolveSteps(play)
  return state
}

/** The decrees lie face up and face down alternately (agora.md §1.3). */
const openSenate = ({ decrees }: Deal): Senate => ({
  cubes: CHAMBERS.map(() => [0, 0]),
  decrees: decrees.map((id, index) => [{ id, faceUp: index % 2 === 0 }]),
})

const openPantheon = (deal: Deal, spaces: number): Pantheon => ({
  spaces: Array.from({ length: spaces }, () => null),
  decks: deal.divinities!,
  enki: [],
  minerva: null,
  slotTokens: [],
  draws: { enki: 0, library: 0 },
})
