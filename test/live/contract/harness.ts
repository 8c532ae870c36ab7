import { randomBytes } from 'node:crypto'
import type { Commit, LiveListener, LiveStore } from '../../../src/live/index.ts'
import type { Entry, MatchHeader } from '../../../src/record/index.ts'
import type { Seat } from '../../../src/rules/index.ts'

/** One node of a store: the store as it sees it, and all that it was told. */
export interface Node {
  store: LiveStore
  heard: Heard
}

/** A kind of store under test. */
export interface Harness {
  /** A node on the data that all nodes share; the same one each time where there can be but one. The harness closes it. */
  node: () => Promise<Node>
  /** Lets the store's time go by, if it can be moved; else it goes by itself. */
  pass: (ms: number) => void
}

/** For `expect.poll`: generous, as a loaded machine may be slow. */
export const PATIENTLY = { timeout: 60_000, interval: 10 }

/** Remembers what a store tells. */
export class Heard implements LiveListener {
  interruptions = 0
  readonly #entries = new Map<string, Entry[]>()
  readonly #seats = new Map<string, Seat[][]>()

  entry(match: string, entry: Entry): void {
    this.entries(match).push(entry)
  }

  presence(match: string, seats: Seat[]): void {
    this.seats(match).push(seats)
  }

  interrupted(): void {
    this.interruptions += 1
  }

  /** The entries of a match, as they came. */
  entries(match: string): Entry[] {
    return remembered(this.#entries, match)
  }

  versions(match: string): number[] {
    return this.entries(match).map(({ version }) => version)
  }

  /** The seats of a match that had a connection, once for each time that they were told. */
  seats(match: string): Seat[][] {
    return remembered(this.#seats, match)
  }
}

function remembered<T>(lists: Map<string, T[]>, match: string): T[] {
  const list = lists.get(match) ?? []
  lists.set(match, list)
  return list
}

const text = (length: number): string => randomBytes(length).toString('base64url').slice(0, length)

/** A match of its own. */
export function newHeader(fields: Partial<MatchHeader> = {}): MatchHeader {
  return {
    id: text(16),
    code: text(8),
    options: { agora: false, wonders: 'draft', tiedPawn: 'chooses' },
    rules: '1',
    seed: text(64),
    seedHash: text(64),
    host: { seat: 0, player: { id: text(16), name: 'Ada' } },
    ...fields,
  }
}

export const newActionId = (): string => text(20)

const GUEST = { id: text(16), name: 'Bo' }

export const joining = (match: string, version = 0): Commit => ({
  match,
  version,
  body: { type: 'join', seat: 1, player: GUEST },
  ends: false,
})

export const acting = (match: string, version: number, fields: Partial<Commit> & { seat?: Seat; slot?: number } = {}): Commit => {
  const { seat = 0, slot = 0, ...rest } = fields
  return { match, version, body: { type: 'act', seat, action: { type: 'discard-card', slot } }, ends: false, ...rest }
}

export const resigning = (match: string, version: number, seat: Seat = 0): Commit => ({
  match,
  version,
  body: { type: 'resign', seat },
  ends: true,
})

/** A match that waits; its id. */
export async function aMatch(store: LiveStore, fields: Partial<MatchHeader> = {}): Promise<string> {
  const header = newHeader(fields)
  if (!(await store.create(header))) throw new Error('the code is taken')
  return header.id
}

/** A match with both players, at version 1; its id. */
export async function aBegunMatch(store: LiveStore): Promise<string> {
  const match = await aMatch(store)
  await store.commit(joining(match))
  return match
}

/** A match with both players, followed from before its first entry; its id. What was committed before may be heard late. */
export async function aFollowedMatch(...stores: LiveStore[]): Promise<string> {
  const match = await aMatch(stores[0]!)
  await Promise.all(stores.map((store) => store.follow(match)))
  await stores[0]!.commit(joining(match))
  return match
}

/** A match that has ended, at version 2; its id. */
export async function anEndedMatch(store: LiveStore): Promise<string> {
  const match = await aBegunMatch(store)
  await store.commit(resigning(match, 1))
  return match
}
