import type { Logger } from 'pino'
import { expect } from 'vitest'
import { openOnFiles } from '../../../src/live/embedded/store.ts'
import type { LiveStore } from '../../../src/live/index.ts'
import { DEFAULT_RETENTION } from '../../../src/live/index.ts'
import { CodedError } from '../../../src/protocol/index.ts'
import { acting, joining, newHeader, resigning } from '../contract/harness.ts'
import type { Checker } from './checker.ts'
import type { Disk, Operation, Outcome } from './disk.ts'

const LONG = 3_600_000
/** Few, so that several players use the same one. */
const MATCHES = 3
const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }

export interface StoreProcessOptions {
  disk: Disk
  checker: Checker
  random: () => number
  clock: () => number
  compactionBytes: number
  /** Returns the outcome of each operation on the disk. */
  outcomeOf: (operation: Operation) => Outcome
  log?: Logger
}

/** A process with a store on a disk, and players who use it at once. */
export class StoreProcess {
  readonly #options: StoreProcessOptions
  readonly #ended: Promise<'ended'>
  #store: Promise<LiveStore>
  #asked = 0

  constructor(options: StoreProcessOptions) {
    this.#options = options
    let end!: (how: 'ended') => void
    this.#ended = new Promise((resolve) => {
      end = resolve
    })
    const { disk, outcomeOf, clock, compactionBytes, log } = options
    const files = disk.mount(outcomeOf, () => end('ended'))
    const tuning = { compactionBytes, maintainMs: 1 }
    const storeOptions = { dir: '/disk', retention: DEFAULT_RETENTION, clock, tuning, ...(log && { log }) }
    const store = openOnFiles(files, () => Promise.resolve(), storeOptions)
    this.#store = store.then((opened) => {
      const interrupted = (): never => expect.fail('an embedded store misses nothing')
      opened.subscribe({ news: (news) => options.checker.news(news), interrupted })
      return opened
    })
  }

  /** Uses the store. Null: the process has ended. */
  async do<T>(what: (store: LiveStore) => Promise<T>): Promise<T | null> {
    const work = this.#store.then(what).then((result) => ({ result }))
    const done = await Promise.race([work, this.#ended])
    return done === 'ended' ? null : done.result
  }

  /** Lets players do so many steps each. False: the process has ended. */
  async play(players: number, steps: number): Promise<boolean> {
    const played = await this.do(async (store) => {
      await Promise.all(this.#options.checker.matches.map((match) => store.follow(match)))
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
      await this.#options.checker.check(store)
      return true
    })
    return checked ?? false
  }

  /** Closes the store, which may not answer any more. */
  end(): void {
    void this.#store.then((store) => store.close()).catch(() => undefined)
    this.#options.checker.ended()
  }

  async #step(store: LiveStore): Promise<void> {
    const { random, checker } = this.#options
    const what = `${this.#options.disk.operations}-${(this.#asked += 1)}-${Math.floor(random() * 1e9)}`
    try {
      await this.#stepOf(store, what, Math.floor(random() * 10))
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'unavailable') throw error
      checker.refused(what)
    }
  }

  async #stepOf(store: LiveStore, what: string, kind: number): Promise<void> {
    const { random, checker } = this.#options
    const match = checker.matches[Math.floor(random() * checker.matches.length)]
    if (match === undefined || (kind === 0 && checker.matches.length < MATCHES)) {
      const header = newHeader()
      const created = await store.create(header)
      expect(created).toHaveProperty('createdAt')
      checker.created(header.id)
      await store.follow(header.id)
      return
    }
    const entries = (await store.entriesAfter(match, 0))!
    for (const entry of entries) checker.entry(match, entry)
    const version = entries.length
    switch (kind) {
      case 1: {
        await store.commit(version === 0 ? joining(match) : resigning(match, version))
        return
      }
      case 2: {
        checker.asks(what)
        const line = await store.say(match, 'players', { from: ADA, text: what })
        checker.line(match, line!)
        return
      }
      case 3: {
        const state = await store.offerRematch(match, random() < 0.5 ? 0 : 1, newHeader())
        if (state?.next) checker.rematch(match, state.next.id)
        return
      }
      case 4: {
        const claimed = await store.claimEnded(1, LONG)
        for (const one of claimed) await store.markArchived(one)
        return
      }
      case 5:
        for (const line of await store.chat(match, 'players')) checker.line(match, line)
        return
      default: {
        checker.asks(what)
        const commit = acting(match, version, { actionId: what, ...(kind === 6 && { deadline: { after: LONG } }) })
        const answer = await store.commit(commit)
        if (answer.status !== 'committed') return
        checker.entry(match, { version: answer.version, at: answer.at, actionId: what, body: commit.body })
      }
    }
  }
}
