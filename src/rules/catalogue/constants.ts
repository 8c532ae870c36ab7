/** Numbers of the rules that belong to no single card. */
export const START_COINS = 7
export const DISCARD_COINS = 2
export const TRADE_PRICE = 2
export const COINS_PER_VP = 3
export const SYMBOLS_TO_WIN = 6
export const MAX_WONDERS = 7
export const BOARD_TOKENS = 5
export const LIBRARY_DRAW = 3
export const REMOVED_PER_AGE = 3
export const GUILDS_IN_PLAY = 3
export const WONDERS_PER_GROUP = 4
export const SENATORS_PER_AGE = { 1: 5, 2: 5, 3: 3 } as const
export const CUBES = 12
export const CONSPIRE_DRAW = 2

/** The chambers in their printed order, with section and VP (agora.md §1.3). */
export const CHAMBERS = [
  { chamber: 1, section: 'left', vp: 1 },
  { chamber: 2, section: 'left', vp: 2 },
  { chamber: 3, section: 'center', vp: 3 },
  { chamber: 4, section: 'center', vp: 3 },
  { chamber: 5, section: 'right', vp: 2 },
  { chamber: 6, section: 'right', vp: 1 },
] as const
