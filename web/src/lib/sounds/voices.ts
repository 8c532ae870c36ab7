import type { Sound } from './plan.ts'

// The recipe of each sound. Frequencies are in Hz, times in seconds.

/** The loudest that the page gets: −18 dB. */
const LOUDEST = 0.126

/** Where sounds go: quieter as the player wants it, and never so loud that it hurts. */
export interface Output {
  context: BaseAudioContext
  master: GainNode
}

/** @param volume - from 0 to 1 */
export function outputOf(context: BaseAudioContext, volume: number): Output {
  const master = new GainNode(context)
  const compressor = new DynamicsCompressorNode(context, { threshold: -18, ratio: 4 })
  master.connect(compressor).connect(context.destination)
  const output = { context, master }
  setVolume(output, volume)
  return output
}

export function setVolume({ master }: Output, volume: number): void {
  master.gain.value = LOUDEST * volume
}

/** How a sound is to be made: when it begins (s), how loud, and how much higher than its recipe. */
interface Way {
  from: number
  gain: number
  pitch: number
}

/** A voice gets as loud as it will in this time. */
const ATTACK = 0.002
/** Silence, as an exponential decay reaches it. */
const SILENT = 0.0001

const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

/** One second of white noise, made once. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const made = noises.get(context)
  if (made) return made
  const buffer = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate })
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  noises.set(context, buffer)
  return buffer
}

/** One voice of a sound, with its loudness: `at` is when it begins in the sound, and it decays to nothing. */
interface Voice {
  at?: number
  gain: number
  decay: number
  /** It gets louder for so long before it decays. */
  attack?: number
}

class Maker {
  readonly #output: Output
  readonly #way: Way

  constructor(output: Output, way: Way) {
    this.#output = output
    this.#way = way
  }

  tone(type: OscillatorType, pitch: number, voice: Voice & { to?: number; within?: number; echo?: boolean }): void {
    const { context } = this.#output
    const from = this.#way.from + (voice.at ?? 0)
    const frequency = pitch * this.#way.pitch
    const oscillator = new OscillatorNode(context, { type, frequency })
    if (voice.to !== undefined) {
      oscillator.frequency.setValueAtTime(frequency, from)
      oscillator.frequency.exponentialRampToValueAtTime(voice.to * this.#way.pitch, from + voice.within!)
    }
    const end = this.#envelope(oscillator, voice, from, voice.echo)
    oscillator.start(from)
    oscillator.stop(end)
  }

  noise(filter: BiquadFilterOptions, voice: Voice & { to?: number; within?: number }): void {
    const { context } = this.#output
    const from = this.#way.from + (voice.at ?? 0)
    const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context) })
    const passed = new BiquadFilterNode(context, filter)
    if (voice.to !== undefined) {
      passed.frequency.setValueAtTime(filter.frequency!, from)
      passed.frequency.exponentialRampToValueAtTime(voice.to, from + voice.within!)
    }
    const end = this.#envelope(source.connect(passed), voice, from)
    source.start(from)
    source.stop(end)
  }

  /** Returns when it is over. */
  #envelope(source: AudioNode, { gain, decay, attack = ATTACK }: Voice, from: number, echo = false): number {
    const { context, master } = this.#output
    const loudness = new GainNode(context, { gain: 0 })
    const end = from + attack + decay
    loudness.gain.setValueAtTime(0, from)
    loudness.gain.linearRampToValueAtTime(gain * this.#way.gain, from + attack)
    loudness.gain.exponentialRampToValueAtTime(SILENT, end)
    source.connect(loudness).connect(master)
    if (echo) {
      const later = new DelayNode(context, { delayTime: 0.12 })
      loudness
        .connect(later)
        .connect(new GainNode(context, { gain: 0.25 }))
        .connect(master)
    }
    return end
  }
}

const RECIPES: Readonly<Record<Sound, (make: Maker) => void>> = {
  /** Paper on wood. */
  card: (make) => {
    make.noise({ type: 'bandpass', frequency: 1800, Q: 0.8 }, { gain: 0.5, decay: 0.09, to: 900, within: 0.07 })
    make.tone('sine', 170, { at: 0.025, gain: 0.35, decay: 0.06 })
  },
  /** Paper that is turned over. */
  flip: (make) => {
    const bump = { gain: 0.3, attack: 0.0175, decay: 0.0175 }
    for (const at of [0, 0.045]) make.noise({ type: 'highpass', frequency: 2500 }, { at, ...bump })
  },
  coin: (make) => {
    make.tone('sine', 2093, { gain: 0.3, decay: 0.18 })
    make.tone('sine', 3322, { gain: 0.2, decay: 0.14 })
    make.tone('sine', 5274, { gain: 0.1, decay: 0.09 })
  },
  /** A cube is put down. */
  wood: (make) => {
    make.tone('triangle', 420, { gain: 0.5, decay: 0.07, to: 260, within: 0.03 })
    make.noise({ type: 'lowpass', frequency: 800 }, { gain: 0.2, decay: 0.02 })
  },
  /** A drum, once for each step. */
  pawn: (make) => {
    make.tone('sine', 110, { gain: 0.8, decay: 0.22, to: 62, within: 0.09 })
    make.noise({ type: 'lowpass', frequency: 300 }, { gain: 0.3, decay: 0.025 })
  },
  /** A slab slides and lands. */
  stone: (make) => {
    make.noise({ type: 'lowpass', frequency: 420 }, { gain: 0.35, attack: 0.25, decay: 0.35 })
    make.tone('sine', 82, { at: 0.6, gain: 0.6, decay: 0.26 })
  },
  chime: (make) => {
    for (const [index, pitch] of [523, 784, 1175].entries())
      make.tone('sine', pitch, { at: index * 0.07, gain: 0.22, decay: 0.6, echo: true })
  },
  /** One note of a chime that goes upwards. */
  note: (make) => make.tone('sine', 523, { gain: 0.3, decay: 0.42, echo: true }),
  /** It is the player's turn: two knocks. */
  turn: (make) => {
    make.tone('triangle', 330, { gain: 0.5, decay: 0.09 })
    make.tone('triangle', 440, { at: 0.11, gain: 0.5, decay: 0.09 })
  },
  /** One of the two low notes of a loss. */
  low: (make) => make.tone('sine', 196, { gain: 0.5, decay: 0.25 }),
}

/** Makes a sound. */
export const render = (output: Output, sound: Sound, way: Way): void => RECIPES[sound](new Maker(output, way))
