import { browser } from './browser.ts'
import { preferences } from './preferences.svelte.ts'

/** Made when they are heard: pitch in Hz, start and length in seconds, and the shape of the wave. */
type Note = [pitch: number, start: number, length: number, wave: OscillatorType]

const SOUNDS = {
  turn: [
    [520, 0, 0.08, 'triangle'],
    [700, 0.11, 0.12, 'triangle'],
  ],
  card: [[240, 0, 0.04, 'square']],
  coin: [[1320, 0, 0.16, 'sine']],
  pawn: [[90, 0, 0.2, 'sine']],
  control: [[330, 0, 0.12, 'triangle']],
  found: [
    [440, 0, 0.1, 'triangle'],
    [554, 0.1, 0.1, 'triangle'],
    [659, 0.2, 0.1, 'triangle'],
  ],
  warning: [
    [880, 0, 0.06, 'square'],
    [880, 0.12, 0.06, 'square'],
  ],
  chat: [[660, 0, 0.1, 'triangle']],
  offer: [
    [660, 0, 0.1, 'triangle'],
    [660, 0.14, 0.1, 'triangle'],
  ],
  won: [
    [523, 0, 0.1, 'triangle'],
    [659, 0.1, 0.1, 'triangle'],
    [784, 0.2, 0.1, 'triangle'],
  ],
  lost: [
    [440, 0, 0.1, 'triangle'],
    [370, 0.1, 0.1, 'triangle'],
    [294, 0.2, 0.1, 'triangle'],
  ],
  shared: [
    [440, 0, 0.1, 'triangle'],
    [440, 0.1, 0.1, 'triangle'],
    [554, 0.2, 0.1, 'triangle'],
  ],
} as const satisfies Record<string, readonly Note[]>

export type Sound = keyof typeof SOUNDS

/** The loudest that a sound gets: −18 dB. */
const LOUDEST = 0.126

let context: AudioContext | null = null
let plays = false

/** Sounds begin with the first gesture on the page, as browsers want it, and one tab alone plays them. */
export function prepareSounds(): void {
  const begin = (): void => {
    context ??= new AudioContext()
    removeEventListener('pointerdown', begin)
    removeEventListener('keydown', begin)
  }
  addEventListener('pointerdown', begin)
  addEventListener('keydown', begin)
  // The lock is held for as long as the tab lives; then the next one gets it. Without locks every tab plays.
  const start = (): void => {
    plays = true
  }
  const { locks } = browser
  if (!locks) start()
  else {
    const held = locks.request('curia.sounds', () => {
      start()
      return new Promise(() => undefined)
    })
    held.catch(start)
  }
}

export function play(sound: Sound): void {
  if (!context || !plays || !preferences.sounds) return
  for (const [pitch, start, length, wave] of SOUNDS[sound]) {
    const from = context.currentTime + start
    const oscillator = new OscillatorNode(context, { type: wave, frequency: pitch })
    const gain = new GainNode(context, { gain: LOUDEST * preferences.volume })
    gain.gain.setValueAtTime(LOUDEST * preferences.volume, from)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + length)
  }
}
