import { expect } from 'vitest'
import { CodedError } from '../../../src/protocol/index.ts'
import { DEFAULT_RETENTION } from '../../../src/live/index.ts'
import type { LiveStore } from '../../../src/live/index.ts'
import { openOnFiles } from '../../../src/live/embedded/store.ts'
import { acting, joining, newHeader, resigning } from '../contract/harness.ts'
import type { Disk, Fate, Operation } from './disk.ts'
import type { Witness } from './witness.ts'

const LONG = 3_600_000
/** Few, so that many players change the same one. */
const MATCHES = 3
const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }

export interface LifeOptions {
  disk: Disk
  witness: Witness
  random: () => number
  clock: () => number
  compactionBytes: number
  /** What becomes of each operation on the disk. */
  fate: (operation: Operation) => Fate
}

/** One process with a store on a disk, and players who use it all at once. */
export class Life {
  readonly #options: LifeOptions
  readonly #ended: Promise<'ended'>
  #store: Promise<LiveStore>
  #asked = 0

  constructor(options: LifeOptions) {
    this.#options = options
    let end!: (how: 'ended') => void
    this.#ended = new Promise((resolve) => {
      end = resolve
    })
    const { disk, fate, clock, compactionBytes } = options
    const files = disk.mount(fate, () => end('ended'))
    const tuning = { compactionBytes, maintainMs: 1 }
    const store = openOnFiles(files, () => Promise.resolve(), { dir: '/disk', retention: DEFAULT_RETENTION, clock, tuning })
    this.#store = store.then((opened) => {
      opened.subscribe({ news: (news) => options.witness.news(news), interrupted: () => expect.fail('nothing is missed') })
      return opened
    })
  }

  /** Does something in the life. Null: the process has ended. */
  async do<T>(what: (store: LiveStore) => Promise<T>): Promise<T | null> {
    const work = this.#store.then(what).then((result) => ({ result }))
    const done = await Promise.race([work, this.#ended])
    return done === 'ended' ? null : done.result
  }

  /** Players use the store until each has done so much, or the process ends. False: it has ended. */
  async play(players: number, steps: number): Promise<boolean> {
    const played = await this.do(async (store) => {
      await Promise.all(this.#options.witness.matches.map((match) => store.follow(match)))
      await Promise.all(
        Array.from({ length: players }, async () => {
          for (let step = 0; step < steps; step += 1) await this.#step(store)
        }),
      )
      return true
    })
    return played ?? false
  }

  async check(): Promise<boolean> {
    const checked = await this.do(async (store) => {
      await this.#options.witness.check(store)
      return true
    })
    return checked ?? false
  }

  /** Its end may be that nothing is answered any more. */
  end(): void {
    void this.#store.then((store) => store.close()).catch(() => undefined)
    this.#options.witness.ended()
  }

  async #step(store: LiveStore): Promise<void> {
    const { random, witness } = this.#options
    const what = `${this.#options.disk.operations}-${(this.#asked += 1)}-${Math.floor(random() * 1e9)}`
    try {
      await this.#stepOf(store, what, Math.floor(random() * 10))
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'unavailable') throw error
      witness.refused(what)
    }
  }

  async #stepOf(store: LiveStore, what: string, kind: number): Promise<void> {
    const { random, witness } = this.#options
    const match = witness.matches[Math.floor(random() * witness.matches.length)]
    if (match === undefined || (kind === 0 && witness.matches.length < MATCHES)) {
      const header = newHeader()
      const created = await store.create(header)
      expect(created).toHaveProperty('createdAt')
      witness.created(header.id)
      await store.follow(header.id)
      return
    }
    const entries = (await store.entriesAfter(match, 0))!
    for (const entry of entries) witness.entry(match, entry)
    const version = entries.length
    switch (kind) {
      case 1: {
        await store.commit(version === 0 ? joining(match) : resigning(match, version))
        return
      }
      case 2: {
        witness.asks(what)
        const line = await store.say(match, 'players', { from: ADA, text: what })
        witness.line(match, line!)
        return
      }
      case 3: {
        const state = await store.offerRematch(match, random() < 0.5 ? 0 : 1, newHeader())
        if (state?.next) witness.rematch(match, state.next.id)
        return
      }
      case 4: {
        const claimed = await store.claimEnded(1, LONG)
        for (const one of claimed) await store.markArchived(one)
        return
      }
      case 5:
        for (const line of await store.chat(match, 'players')) witness.line(match, line)
        return
      default: {
        witness.asks(what)
        const commit = acting(match, version, { actionId: what, ...(kind === 6 && { deadline: { after: LONG } }) })
        const answer = await store.commit(commit)
        if (answer.status !== 'committed') return
        witness.entry(match, { version: answer.version, at: answer.at, actionId: what, body: commit.body })
      }
    }
  }
}
