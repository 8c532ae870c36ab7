import { expect } from 'vitest'
import type { Node } from '../contract/harness.ts'
import { PATIENTLY } from '../contract/harness.ts'
import type { Command } from './commands.ts'
import { heartbeat, Questions } from './questions.ts'

/** A store under comparison. */
export interface Side extends Node {
  /** Makes it longer (ms) since anybody reported that matches can be played. */
  silence: (ms: number) => Promise<void>
}

/** Runs commands in two empty stores, and compares their answers and news, except for times. */
export class Run {
  readonly #questions = new Questions()
  readonly #sides: [Side, Side]
  /** By match: the length of its log. */
  readonly #versions = new Map<string, number>()

  constructor(sides: [Side, Side]) {
    this.#sides = sides
  }

  async begin(): Promise<void> {
    for (const { store } of this.#sides) {
      await Promise.all(this.#questions.matches.map((match) => store.follow(match)))
    }
  }

  async do(command: Command): Promise<void> {
    // On a slow machine the time between two commands must not be an outage.
    await this.#both(({ store }) => store.heartbeat(0))
    if (command.type === 'outage') {
      await this.#both(({ silence }) => silence(command.ms))
      await this.#same(({ store }) => heartbeat(store))
    } else {
      const question = this.#questions.of(command, (match) => this.#versions.get(match) ?? 0)
      await this.#same(({ store }) => question(store))
    }
    const [{ store }] = this.#sides
    for (const match of this.#questions.matches) {
      this.#versions.set(match, (await store.entriesAfter(match, 0))?.length ?? 0)
    }
  }

  /** Compares all matches, and the order of their news. */
  async end(): Promise<void> {
    const [one, other] = this.#sides
    for (const match of this.#questions.matches) {
      await this.#same(({ store }) => everythingOf(store, match))
      await expect.poll(() => timeless(other.heard.told(match)), PATIENTLY).toEqual(timeless(one.heard.told(match)))
    }
    expect(this.#sides.map(({ heard }) => heard.interruptions)).toEqual([0, 0])
  }

  async #same(question: (side: Side) => Promise<unknown>): Promise<void> {
    const [one, other] = await this.#both(question)
    expect(timeless(other)).toEqual(timeless(one))
  }

  #both<Answer>(what: (side: Side) => Promise<Answer>): Promise<[Answer, Answer]> {
    const [one, other] = this.#sides
    return Promise.all([what(one), what(other)])
  }
}

async function everythingOf(store: Side['store'], match: string): Promise<unknown> {
  const chats = await Promise.all((['players', 'spectators'] as const).map((room) => store.chat(match, room)))
  return [
    await store.load(match),
    chats,
    await store.muted(match),
    await store.rematch(match),
    await store.attendance(match),
  ]
}

const TIMES = ['at', 'createdAt', 'ms']

/** Replaces each time, which differs between the stores, by the same value. */
function timeless(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return TIMES.includes(name) ? 'a time' : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => timeless(part))
  if (name === 'away') return Object.keys(value)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, timeless(part, key)]))
}
