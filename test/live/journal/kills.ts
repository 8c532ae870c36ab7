import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { LiveStore } from '../../../src/live/index.ts'
import { CHAT_LINES_KEPT, DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'
import { runChild } from '../child/run.ts'
import { aBegunMatch } from '../contract/harness.ts'

const MATCHES = 4
/** So small that the journal is compacted often. */
const COMPACTION_BYTES = 10_000
/** A folder is used for so many rounds: every round reads all of it. */
const ROUNDS_OF_A_FOLDER = 25
/** A process is killed after at most so many acknowledgements, and at most so long (ms) after the last of them. */
const MOST_ACKNOWLEDGED = 120
const MOST_MS = 4

/** The action ids of the entries of a match, and the texts of its lines. */
interface Kept {
  committed: string[]
  said: string[]
}

/** Kills processes that write to a journal, and compares the journal with what they acknowledged. */
export class Kills {
  rounds = 0
  acknowledged = 0
  /** How much was done that the killed process had not acknowledged. */
  unsaid = 0
  readonly #random: () => number
  #dir: string | null = null
  #matches: string[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  /**
   * Runs one process and kills it at a random moment.
   * @throws AssertionError if the journal lacks something acknowledged, or has more.
   */
  async round(): Promise<void> {
    if (this.rounds % ROUNDS_OF_A_FOLDER === 0) await this.#begin()
    const before = await this.#read()
    const name = `round${this.rounds}`
    const child = await runChild('commit-forever.ts', this.#dir!, name, String(COMPACTION_BYTES), ...this.#matches)
    try {
      const most = Math.floor(this.#random() * MOST_ACKNOWLEDGED)
      const isEnough = (): boolean => child.lines.filter((line) => /^(committed|said) /.test(line)).length >= most
      // Some are killed while they open the folder.
      await child.says((line) => (most === 0 ? line === 'opening' : isEnough()))
      await delay(this.#random() * MOST_MS)
    } finally {
      await child.kill9()
    }
    const words = child.lines.map((line) => line.split(' '))
    expect(words.filter(([kind]) => kind === 'failed')).toEqual([])
    const after = await this.#read()
    for (const match of this.#matches) {
      for (const kind of ['committed', 'said'] as const) {
        const own = words.filter(([what, where, , , end]) => what === kind && where === match && end === '.')
        const done = own.map(([, , , which]) => which!)
        const [kept, had] = [after.get(match)![kind], before.get(match)![kind]]
        // The next one may be there, too: the process was killed before it acknowledged it.
        const whole = [...had, ...done]
        const most = kind === 'said' ? CHAT_LINES_KEPT : Infinity
        const possible = [whole, [...whole, `${name}-${done.length}`]].map((all) => all.slice(-most))
        expect(possible).toContainEqual(kept)
        this.acknowledged += done.length
        this.unsaid += kept.at(-1) === whole.at(-1) ? 0 : 1
      }
    }
    this.rounds += 1
  }

  async #begin(): Promise<void> {
    await this.clear()
    this.#dir = await mkdtemp(join(tmpdir(), 'curia-kills-'))
    const store = await this.#open()
    this.#matches = await Promise.all(Array.from({ length: MATCHES }, () => aBegunMatch(store)))
    await store.close()
  }

  #open(): Promise<LiveStore> {
    return openEmbeddedStore({ dir: this.#dir!, retention: DEFAULT_RETENTION })
  }

  async #read(): Promise<Map<string, Kept>> {
    const store = await this.#open()
    try {
      const kept = new Map<string, Kept>()
      for (const match of this.#matches) {
        const { entries } = (await store.load(match))!
        expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1))
        const times = entries.map(({ at }) => at)
        expect(times).toEqual([...times].sort((a, b) => a - b))
        // Entries for downtime have no action id.
        const committed = entries.flatMap(({ actionId }) => (actionId === undefined ? [] : [actionId]))
        const lines = await store.chat(match, 'players')
        kept.set(match, { committed, said: lines.map(({ text }) => text) })
      }
      return kept
    } finally {
      await store.close()
    }
  }

  async clear(): Promise<void> {
    if (this.#dir !== null) await rm(this.#dir, { recursive: true, force: true })
  }
}
