// Which sounds are heard at what, and how many at once. How each is made is in voices.ts.

/** The sounds of things: each is made when it is heard. */
export const SOUNDS = ['card', 'flip', 'coin', 'wood', 'pawn', 'stone', 'chime', 'turn', 'note', 'low'] as const
export type Sound = (typeof SOUNDS)[number]

/** One sound of a sequence: when it begins (ms), how loud it is, and how much higher (1 is as it is). */
export interface Cue {
  sound: Sound
  at: number
  gain: number
  pitch: number
}

const cue = (sound: Sound, at = 0, { gain = 1, pitch = 1 } = {}): Cue => ({ sound, at, gain, pitch })
const times = (count: number, one: (index: number) => Cue): Cue[] =>
  Array.from({ length: count }, (_, index) => one(index))
const decibels = (value: number): number => 10 ** (value / 20)
const FIFTH = 1.5
/** The first six notes of a pentatonic scale, above the first one. */
const PENTATONIC = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2]

/** What is heard at an occasion, made of the sounds. */
export const SEQUENCES = {
  control: [cue('wood'), cue('wood', 90, { pitch: FIFTH })],
  warning: [cue('wood')],
  chat: [cue('flip', 0, { gain: 0.5 })],
  found: [cue('chime')],
  offer: [cue('wood'), cue('wood', 140)],
  military: [...times(3, (index) => cue('pawn', 200 + index * 90, { gain: decibels(index) })), cue('stone', 1_000)],
  science: PENTATONIC.map((pitch, index) => cue('note', 200 + index * 110, { pitch })),
  politics: [...times(5, (index) => cue('wood', 400 + index * 90, { pitch: 1 + index * 0.06 })), cue('chime', 1_000)],
  points: [...times(8, (index) => cue('coin', index * 160, { pitch: 1 + index * 0.02 })), cue('chime', 1_600)],
  quiet: [cue('low', 300), cue('low', 550, { pitch: 165 / 196 })],
  stopped: [cue('wood', 600)],
  lost: [cue('low'), cue('low', 250, { pitch: 165 / 196 })],
} as const satisfies Record<string, readonly Cue[]>

export type Sequence = keyof typeof SEQUENCES

/** What is played for a sound or a sequence. */
export const cuesOf = (name: Sound | Sequence): readonly Cue[] =>
  name in SEQUENCES ? SEQUENCES[name as Sequence] : [cue(name as Sound)]

/** So many voices sound at once. */
export const MOST_VOICES = 4
/** The same sound begins no sooner than this after it has begun, ms. */
export const APART_MS = 60

/** How long each sound is heard, ms. */
export const LASTS_MS: Readonly<Record<Sound, number>> = {
  card: 120,
  flip: 120,
  coin: 180,
  wood: 90,
  pawn: 220,
  stone: 860,
  chime: 900,
  turn: 200,
  note: 430,
  low: 250,
}

/** Plans which sounds are heard: what is too much at once, or the same too soon, is left out. Times are ms. */
export class Planner {
  #planned: { sound: Sound; from: number; until: number }[] = []

  /** Whether a sound may begin at a time; if so, it counts. */
  take(sound: Sound, from: number, now: number): boolean {
    const until = from + LASTS_MS[sound]
    this.#planned = this.#planned.filter((one) => one.until > now || from - one.from < APART_MS)
    if (this.#planned.some((one) => one.sound === sound && Math.abs(one.from - from) < APART_MS)) return false
    const together = this.#planned.filter((one) => one.from < until && one.until > from)
    // Most of them sound when one of them begins.
    const moments = [from, ...together.flatMap((one) => (one.from > from ? [one.from] : []))]
    const isFull = (moment: number): boolean =>
      together.filter((one) => one.from <= moment && one.until > moment).length >= MOST_VOICES
    if (moments.some(isFull)) return false
    this.#planned.push({ sound, from, until })
    return true
  }
}
