import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Commit, LiveStore } from '../../../src/live/index.ts'
import type { EntryBody } from '../../../src/record/index.ts'
import { newHeader, PATIENTLY } from '../contract/harness.ts'
import type { Node } from '../contract/harness.ts'
import { MATCHES } from './commands.ts'
import type { Command } from './commands.ts'

const LONG = 3_600_000
const ALL = 10_000
const BO = { id: 'guest', name: 'Bo' }
const DEADLINES = { far: { after: LONG }, past: { at: 1 } } as const
const CONDITIONS = {
  overdue: { is: 'overdue' },
  'away-0': { is: 'away', seat: 0, ms: 0 },
  'away-1': { is: 'away', seat: 1, ms: 0 },
} as const
const ROOMS = ['players', 'spectators'] as const

/** A store under comparison. */
export interface Side extends Node {
  /** Makes it longer (ms) since anybody reported that matches can be played. */
  silence: (ms: number) => Promise<void>
}

/** Does each command in two stores that hold nothing yet, and compares all that they answer and publish, but for times. */
export class Run {
  readonly #name = randomUUID()
  readonly #sides: [Side, Side]
  /** By match, the length of its log. */
  readonly #versions = new Map<string, number>()

  constructor(sides: [Side, Side]) {
    this.#sides = sides
  }

  async begin(): Promise<void> {
    for (const { store } of this.#sides) await Promise.all(this.#matches.map((match) => store.follow(match)))
  }

  async do(command: Command): Promise<void> {
    // On a slow machine the time between two commands is no outage.
    await this.#both(({ store }) => store.heartbeat(0))
    await this.#same(this.#question(command))
    if (!('match' in command)) return
    const match = this.#id(command.match)
    this.#versions.set(match, (await this.#sides[0].store.entriesAfter(match, 0))?.length ?? 0)
  }

  #question(command: Command): (side: Side) => Promise<unknown> {
    switch (command.type) {
      case 'claim':
        return async ({ store }) => (await store.claimEnded(command.limit, LONG)).sort()
      case 'heartbeat':
        return async ({ store }) => (await store.heartbeat(ALL)).sort()
      case 'backlog':
        return ({ store }) => store.backlog()
      case 'findByCode':
        return ({ store }) => store.findByCode(this.#code(command.code))
      case 'outage':
        return async ({ store, silence }) => {
          await silence(command.ms)
          return (await store.heartbeat(ALL)).sort()
        }
      default:
        return this.#questionOf(this.#id(command.match), command)
    }
  }

  #questionOf(match: string, command: Extract<Command, { match: number }>): (side: Side) => Promise<unknown> {
    switch (command.type) {
      case 'create': {
        const header = newHeader({ id: match, code: this.#code(command.code) })
        return ({ store }) => store.create(header)
      }
      case 'commit': {
        const commit = commitOf(command, match, this.#versions.get(match) ?? 0)
        // One of them is first: which one is up to the store.
        return async ({ store }) => {
          const answers = await Promise.all(Array.from({ length: command.times }, () => store.commit(commit)))
          return answers.sort((a, b) => (a.status < b.status ? -1 : 1))
        }
      }
      case 'entriesAfter':
        return ({ store }) => store.entriesAfter(match, command.version)
      case 'connect':
        return ({ store }) => store.connect(match, command.seat, String(command.connection), LONG)
      case 'disconnect':
        return ({ store }) => store.disconnect(match, command.seat, String(command.connection))
      case 'watching':
        return ({ store }) => store.reportWatchers(match, String(command.node), command.watchers, LONG)
      case 'say': {
        const text = randomUUID()
        return ({ store }) => store.say(match, command.room, { from: BO, text })
      }
      case 'chat':
        return ({ store }) => store.chat(match, command.room)
      case 'mute':
        return ({ store }) => store.mute(match, command.seat, command.muted)
      case 'offerRematch': {
        const proposed = newHeader()
        return ({ store }) => store.offerRematch(match, command.seat, proposed)
      }
      case 'load':
      case 'muted':
      case 'rematch':
      case 'attendance':
      case 'markArchived':
        return ({ store }) => store[command.type](match)
    }
  }

  /** Both know the same of every match, and have published the same of it in the same order. */
  async end(): Promise<void> {
    const [one, other] = this.#sides
    for (const match of this.#matches) {
      await this.#same(({ store }) => everythingOf(store, match))
      await expect.poll(() => timeless(other.heard.told(match)), PATIENTLY).toEqual(timeless(one.heard.told(match)))
    }
    expect(this.#sides.map(({ heard }) => heard.interruptions)).toEqual([0, 0])
  }

  get #matches(): string[] {
    return Array.from({ length: MATCHES }, (_, number) => this.#id(number))
  }

  #id(number: number): string {
    return `match-${number}-${this.#name}`
  }

  #code(number: number): string {
    return `code-${number}-${this.#name}`
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

async function everythingOf(store: LiveStore, match: string): Promise<unknown> {
  const chats = await Promise.all(ROOMS.map((room) => store.chat(match, room)))
  return [
    await store.load(match), chats, await store.muted(match), await store.rematch(match), await store.attendance(match),
  ]
}

const TIMES = ['at', 'createdAt', 'ms']

/** Without the times, which only one of the stores can have: of those there must be the same ones, each a number. */
function timeless(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return TIMES.includes(name) ? 'a time' : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => timeless(part))
  if (name === 'away') return Object.keys(value)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, timeless(part, key)]))
}

function commitOf(command: Extract<Command, { type: 'commit' }>, match: string, length: number): Commit {
  const { kind, seat, offset, action, ends, deadline, condition } = command
  const body: EntryBody =
    kind === 'join'
      ? { type: 'join', seat, player: BO }
      : kind === 'act'
        ? { type: 'act', seat, action: { type: 'discard-card', slot: length } }
        : { type: 'resign', seat }
  return {
    match,
    version: length + offset,
    body,
    ...(action !== null && { actionId: `action-${action}` }),
    ...(ends && { ends }),
    ...(deadline !== undefined && { deadline: deadline && DEADLINES[deadline] }),
    ...(condition && { condition: CONDITIONS[condition] }),
  }
}
