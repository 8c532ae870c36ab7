import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Commit, CommitResult } from '../../../src/live/index.ts'
import type { EntryBody, MatchHeader, MatchRecord } from '../../../src/record/index.ts'
import { newHeader, PATIENTLY } from '../contract/harness.ts'
import type { Node } from '../contract/harness.ts'
import type { Command } from './commands.ts'

const LONG = 3_600_000

/** A match as the model knows it. Only the stores know times. */
interface Model {
  header: MatchHeader
  log: { body: EntryBody; actionId?: string }[]
  waiting: boolean
  inOutbox: boolean
}

/** What a store has said of times, and which ended matches it has given out. */
interface Side extends Node {
  createdAt: Map<string, number>
  times: Map<string, number[]>
  leased: Set<string>
}

/** Does every command to each store and to the model, and compares what they answer. */
export class Run {
  readonly #name = randomUUID()
  readonly #model = new Map<string, Model>()
  readonly #sides: Side[]

  constructor(nodes: Node[]) {
    this.#sides = nodes.map((node) => ({ ...node, createdAt: new Map(), times: new Map(), leased: new Set() }))
  }

  async do(command: Command): Promise<void> {
    switch (command.type) {
      case 'create':
        return this.#create(newHeader({ id: this.#id(command.match), code: this.#code(command.code) }))
      case 'commit':
        return this.#commit(command)
      case 'load':
        return this.#each(async (side) => expect(await side.store.load(this.#id(command.match))).toEqual(this.#record(side, command.match)))
      case 'settle':
        return this.#settle(this.#id(command.match))
      case 'entriesAfter':
        return this.#each(async (side) => {
          const entries = await side.store.entriesAfter(this.#id(command.match), command.version)
          expect(entries).toEqual(this.#record(side, command.match)?.entries.slice(command.version) ?? null)
        })
      case 'findByCode':
        return this.#each(async ({ store }) => {
          const code = this.#code(command.code)
          const waiting = [...this.#model].find(([, { header, waiting }]) => waiting && header.code === code)
          expect(await store.findByCode(code)).toBe(waiting?.[0] ?? null)
        })
      case 'claim':
        return this.#each((side) => this.#claim(side, command.limit))
    }
  }

  async #create(header: MatchHeader): Promise<void> {
    const { id, code } = header
    const taken = [...this.#model.values()].some((other) => other.waiting && other.header.code === code)
    const known = this.#model.has(id)
    await this.#each(async ({ store, createdAt, times }) => {
      const created = await store.create(header).catch(() => 'rejected')
      if (known) return expect(created).toBe('rejected')
      if (taken) return expect(created).toBe(false)
      expect(created).toEqual({ createdAt: expect.any(Number) as number })
      createdAt.set(id, (created as { createdAt: number }).createdAt)
      times.set(id, [])
      await store.follow(id)
    })
    if (!known && !taken) this.#model.set(id, { header, log: [], waiting: true, inOutbox: false })
  }

  async #commit(command: Command & { type: 'commit' }): Promise<void> {
    const match = this.#id(command.match)
    const model = this.#model.get(match)
    const commit = this.#commitOf(command, match, model?.log.length ?? 0)
    const { actionId, body, version } = commit
    const before = model && actionId !== undefined ? model.log.findIndex((entry) => entry.actionId === actionId && entry.body.seat === body.seat) : -1
    const fits = model?.log.length === version

    await this.#each(async ({ store, times }) => {
      const answers = await Promise.all(Array.from({ length: command.times }, () => store.commit(commit)))
      const stale = { status: 'stale', version: model && before < 0 && fits ? version + 1 : model?.log.length }
      const rest = answers.slice(1)
      if (!model) return expect(answers).toEqual(answers.map(() => ({ status: 'unknown' })))
      if (before >= 0) {
        const duplicate = { status: 'duplicate', version: before + 1, at: times.get(match)![before] }
        return expect(answers).toEqual(answers.map(() => duplicate))
      }
      if (!fits) return expect(answers).toEqual(answers.map(() => stale))
      const committed = answers.find(({ status }) => status === 'committed') as CommitResult & { status: 'committed' }
      expect(committed).toEqual({ status: 'committed', version: version + 1, at: expect.any(Number) as number })
      times.get(match)!.push(committed.at)
      const others = answers.filter((answer) => answer !== committed)
      expect(others).toEqual(rest.map(() => (actionId === undefined ? stale : { ...committed, status: 'duplicate' })))
    })

    if (!model || before >= 0 || !fits) return
    model.log.push({ body, ...(actionId !== undefined && { actionId }) })
    if (body.type === 'join' || commit.ends) model.waiting = false
    if (!commit.ends) return
    model.inOutbox = true
    // The end of what has ended is its end once more.
    for (const { leased } of this.#sides) leased.delete(match)
  }

  #commitOf({ kind, seat, offset, action, ends }: Command & { type: 'commit' }, match: string, length: number): Commit {
    const body: EntryBody =
      kind === 'join'
        ? { type: 'join', seat, player: { id: 'guest', name: 'Bo' } }
        : kind === 'act'
          ? { type: 'act', seat, action: { type: 'discard-card', slot: length } }
          : { type: 'resign', seat }
    return { match, version: length + offset, body, ends, ...(action !== null && { actionId: `action-${action}` }) }
  }

  async #claim(side: Side, limit: number): Promise<void> {
    const free = [...this.#model].filter(([match, { inOutbox }]) => inOutbox && !side.leased.has(match)).map(([match]) => match)
    const claimed = await side.store.claimEnded(limit, LONG)
    // Which ones, if not all, is the store's choice.
    expect(claimed).toHaveLength(Math.min(limit, free.length))
    expect(free).toEqual(expect.arrayContaining(claimed))
    expect(new Set(claimed).size).toBe(claimed.length)
    for (const match of claimed) side.leased.add(match)
  }

  async #settle(match: string): Promise<void> {
    await this.#each(async ({ store, leased }) => {
      await store.settle(match)
      leased.delete(match)
    })
    const model = this.#model.get(match)
    if (model) model.inOutbox = false
  }

  /** Every listener has heard every entry, once and in order. */
  async compareWhatWasHeard(): Promise<void> {
    await this.#each(async (side) => {
      for (const [match] of this.#model) {
        const record = (await side.store.load(match))!
        await expect.poll(() => side.heard.entries(match), PATIENTLY).toEqual(record.entries)
      }
      expect(side.heard.interruptions).toBe(0)
    })
  }

  async cleanUp(): Promise<void> {
    await this.#each(async ({ store }) => {
      for (const match of this.#model.keys()) {
        await store.settle(match)
        await store.unfollow(match)
      }
    })
  }

  #record(side: Side, number: number): MatchRecord | null {
    const match = this.#id(number)
    const model = this.#model.get(match)
    if (!model) return null
    const entries = model.log.map((entry, index) => ({ version: index + 1, at: side.times.get(match)![index]!, ...entry }))
    return { header: model.header, createdAt: side.createdAt.get(match)!, entries }
  }

  #id(number: number): string {
    return `match-${number}-${this.#name}`
  }

  #code(number: number): string {
    return `code-${number}-${this.#name}`
  }

  async #each(what: (side: Side) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#sides.map(what))
  }
}
