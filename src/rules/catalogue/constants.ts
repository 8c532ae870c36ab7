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
export const TEMPLES_IN_PLAY = 3
export const MYTHOLOGY_TOKENS_IN_PLAY = 5
export const DIVINITY_DRAW = 2
export const ENKI_TOKENS = 2

/** How often Enki can be turned up or revealed, and the Great Library constructed, in one match (pantheon.md §8). */
export const ENKI_DRAWS = 3
export const LIBRARY_DRAWS = 2

/** The age from which divinities lie face up in the Pantheon and can be activated (pantheon.md §3.1). */
export const ACTIVATION_AGE = 2

/** VP of a city by its number of Grand Temples (pantheon.md §1.5). */
export const TEMPLE_VP = [0, 5, 12, 21] as const

/** The chambers in their printed order, with section and VP (agora.md §1.3). */
export const CHAMBERS = [
  { chamber: 1, section: 'left', vp: 1 },
  { chamber: 2, section: 'left', vp: 2 },
  { chamber: 3, section: 'center', vp: 3 },
  { chamber: 4, section: 'center', vp: 3 },
  { chamber: 5, section: 'right', vp: 2 },
  { chamber: 6, section: 'right', vp: 1 },
] as const
