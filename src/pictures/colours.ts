/** The colours of the table by night. */
export const COLOURS = {
  night: '#150f0c', felt: '#271b15', lamp: '#4a3424', mat: '#2b201a', line: '#5d4a36',
  ink: '#f6ead2', muted: '#c3b096', gold: '#e2b765', act: '#c9f26b', onAct: '#1b2605',
  paper: '#f7eedb', coin: '#f2c14b', coinRim: '#b67d14', onCoin: '#2f2000',
  wood: '#6d5238', loot: '#7c1a14', onLoot: '#ffffff', pawn: '#fff4dc', pawnRim: '#3a1d07', print: '#ffe9c0',
} as const

/** Of a player, by seat. */
export const SEATS = ['#ff9067', '#62cbe8'] as const

/** Of the band of a building, by its colour in the rules; of a senator. */
export const BANDS: Readonly<Record<string, string>> = {
  brown: '#3f2711', grey: '#a0a7b0', blue: '#173f80', green: '#178060', yellow: '#eab42c', red: '#c82018', purple: '#b56cc0',
  senator: '#2a2530',
}

/** Of the back of a card: by age; senators, and what else has a back of its own. */
export const BACKS: Readonly<Record<string, string>> = { I: '#7a4a22', II: '#2f5674', III: '#563a73', other: '#2f2937' }

/** Of a space of the road, by its distance from the middle: 0, to 2, to 5, to 8. */
export const ZONES = ['#efe1c2', '#dcbf8c', '#c98f55', '#b25f35'] as const
