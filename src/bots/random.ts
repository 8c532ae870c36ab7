import { shuffle } from '../rules/index.ts'

/** Repeatable random numbers (xoroshiro64*): the same name gives the same sequence on every machine. */
export class Random {
  #a = 0x811c9dc5
  #b = 0x2f0b4c47

  constructor(name: string) {
    // FNV-1a, with two starting points.
    for (let i = 0; i < name.length; i++) {
      this.#a = Math.imul(this.#a ^ name.charCodeAt(i), 0x01000193)
      this.#b = Math.imul(this.#b ^ name.charCodeAt(i), 0x01000193)
    }
    for (let warmUp = 0; warmUp < 8; warmUp++) this.fraction()
  }

  /** A number from 0 up to, not including, 1. */
  fraction(): number {
    const a = this.#a
    const b = this.#b ^ a
    this.#a = ((a << 26) | (a >>> 6)) ^ b ^ (b << 9)
    this.#b = (b << 13) | (b >>> 19)
    return (Math.imul(a, 0x9e3779bb) >>> 0) / 2 ** 32
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  /** @throws Error if there is nothing to pick from. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to pick from')
    return items[this.below(items.length)]!
  }

  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    return shuffle(items, this)
  }
}
