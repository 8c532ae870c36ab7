/** The colours of the table by night. */
export const COLOURS = {
  night: '#150f0c',
  felt: '#271b15',
  lamp: '#4a3424',
  mat: '#2b201a',
  line: '#5d4a36',
  ink: '#f6ead2',
  muted: '#c3b096',
  gold: '#e2b765',
  act: '#c9f26b',
  onAct: '#1b2605',
  paper: '#f7eedb',
  coin: '#f2c14b',
  coinRim: '#b67d14',
  onCoin: '#2f2000',
  onPlate: '#fff8e8',
  vp: '#fff4d8',
  onVp: '#46207a',
  wood: '#6d5238',
  loot: '#7c1a14',
  onLoot: '#ffffff',
  pawn: '#fff4dc',
  pawnRim: '#3a1d07',
  print: '#ffe9c0',
} as const

/** Of the plate of a resource. */
export const PLATES: Readonly<Record<string, string>> = {
  wood: '#80501f',
  clay: '#ae4a22',
  stone: '#5f6b78',
  glass: '#16788f',
  papyrus: '#82650f',
}

/** Of a player, by seat. */
export const SEATS = ['#ff9067', '#62cbe8'] as const

/** Of the band of a building, by its colour in the rules; of a senator. */
export const BANDS: Readonly<Record<string, string>> = {
  brown: '#3f2711',
  grey: '#a0a7b0',
  blue: '#173f80',
  green: '#178060',
  yellow: '#eab42c',
  red: '#c82018',
  purple: '#b56cc0',
  senator: '#2a2530',
}

/** Of what stands on the light bands; on all others it is white. */
export const BAND_INKS: Readonly<Record<string, string>> = { grey: '#1a1410', yellow: '#241a05', purple: '#1d0a22' }

/** Of the back of a card: by age; senators, and what else has a back of its own. */
export const BACKS: Readonly<Record<string, string>> = {
  I: '#7a4a22',
  II: '#2f5674',
  III: '#563a73',
  guild: '#7c2f7f',
  temple: '#8f6206',
  other: '#2f2937',
}

/** Of a space of the road, by its distance from the middle: 0, to 2, to 5, to 8. */
export const ZONES = ['#efe1c2', '#dcbf8c', '#c98f55', '#b25f35'] as const
