import { sha256 } from './sha256.ts'

const encoder = new TextEncoder()

/** One sequence of random numbers under a seed. */
export interface RandomStream {
  /** A uniform integer from 0 to `n` - 1. */
  below(n: number): number
}

/**
 * The random stream of one draw: 32-bit words, eight from each SHA-256 of `seed/draw/0`, `seed/draw/1`, … (UTF-8,
 * big-endian). A word that is too large to give every result the same chance is discarded. Without the seed the next
 * word cannot be predicted from the words before.
 */
export function randomStream(seed: string, draw: string): RandomStream {
  let block = 0
  let words: Uint32Array = new Uint32Array(0)
  let used = 0
  const nextWord = (): number => {
    if (used === words.length) {
      words = sha256(encoder.encode(`${seed}/${draw}/${block++}`))
      used = 0
    }
    return words[used++]!
  }
  return {
    below(n) {
      const fair = 2 ** 32 - (2 ** 32 % n)
      let word = nextWord()
      while (word >= fair) word = nextWord()
      return word % n
    },
  }
}

/** The items in random order (Fisher-Yates, from the last place down). */
export function shuffle<T>(items: readonly T[], stream: RandomStream): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const pick = stream.below(last + 1)
    const item = shuffled[last]!
    shuffled[last] = shuffled[pick]!
    shuffled[pick] = item
  }
  return shuffled
}
