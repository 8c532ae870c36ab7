import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type {
  Attendance,
  Commit,
  CommitResult,
  LiveStore,
  LiveSubscriber,
  MatchNews,
  RematchState,
} from '../../../src/live/index.ts'
import type { ChatLine, ChatRoom } from '../../../src/protocol/index.ts'
import type { Entry, MatchHeader } from '../../../src/record/index.ts'
import type { Seat } from '../../../src/rules/index.ts'

/** One node of a store, and the news that it got. */
export interface Node {
  store: LiveStore
  heard: Heard
}

/** A kind of store under test. */
export interface Harness {
  /** A node on the data that all nodes share. A store for a single node returns the same one. The harness closes it. */
  node: () => Promise<Node>
  /** Moves the store's time on, if the harness controls it; otherwise time passes by itself. */
  pass: (ms: number) => void
  /** Makes it so long (ms) since anybody reported that matches can be played. */
  outage: (ms: number) => Promise<void>
}

/** For `expect.poll`: generous, as a loaded machine may be slow. */
export const PATIENTLY = { timeout: 60_000, interval: 10 }

/** Remembers the news of a store. */
export class Heard implements LiveSubscriber {
  /** Of all matches together. */
  interruptions = 0
  readonly #interruptions = new Map<string, number>()
  readonly #news = new Map<string, MatchNews[]>()

  news(news: MatchNews): void {
    const before = this.#news.get(news.match)
    if (before) before.push(news)
    else this.#news.set(news.match, [news])
  }

  interrupted(match: string): void {
    this.interruptions += 1
    this.#interruptions.set(match, this.interruptionsOf(match) + 1)
  }

  interruptionsOf(match: string): number {
    return this.#interruptions.get(match) ?? 0
  }

  /** All news of a match, in the order in which it came. */
  told(match: string): readonly MatchNews[] {
    return this.#news.get(match) ?? []
  }

  entries(match: string): Entry[] {
    return this.told(match).flatMap((news) => (news.type === 'entry' ? [news.entry] : []))
  }

  versions(match: string): number[] {
    return this.entries(match).map(({ version }) => version)
  }

  attendances(match: string): Attendance[] {
    return this.told(match).flatMap((news) => (news.type === 'attendance' ? [news.attendance] : []))
  }

  /** The seats with a connection, for each publication of the attendance of a match. */
  seats(match: string): Seat[][] {
    return this.attendances(match).map(({ seats }) => seats)
  }

  lines(match: string): { room: ChatRoom; line: ChatLine; muted: Seat[] }[] {
    return this.told(match).flatMap((news) => {
      if (news.type !== 'chat') return []
      const { room, line, muted } = news
      return [{ room, line, muted }]
    })
  }

  rematches(match: string): RematchState[] {
    return this.told(match).flatMap((news) => (news.type === 'rematch' ? [news.rematch] : []))
  }
}

const text = (length: number): string => randomBytes(length).toString('base64url').slice(0, length)

/** The header of a new match. */
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

export const joining = (match: string, fields: Partial<Commit> = {}): Commit => ({
  match,
  version: 0,
  body: { type: 'join', seat: 1, player: GUEST },
  ...fields,
})

type Acting = Partial<Commit> & { seat?: Seat; slot?: number }

export const acting = (match: string, version: number, fields: Acting = {}): Commit => {
  const { seat = 0, slot = 0, ...rest } = fields
  return { match, version, body: { type: 'act', seat, action: { type: 'discard-card', slot } }, ...rest }
}

export const resigning = (match: string, version: number, seat: Seat = 0): Commit => ({
  match,
  version,
  body: { type: 'resign', seat },
  ends: 'game',
})

export const aborting = (match: string, version: number, seat: Seat = 0): Commit => ({
  match,
  version,
  body: { type: 'abort', seat },
  ends: 'aborted',
})

/** The end of a match whose deadline has passed. */
export const flagging = (match: string, version: number): Commit => ({
  match,
  version,
  body: { type: 'flag', seat: 0 },
  ends: 'game',
  condition: { is: 'overdue' },
})

/** Seat 0 claims the win, because seat 1 has been away for so long (ms). */
export const claiming = (match: string, version: number, ms: number): Commit => ({
  match,
  version,
  body: { type: 'claim', seat: 0 },
  ends: 'game',
  condition: { is: 'away', seat: 1, ms },
})

/** A match that waits; its id. */
export async function aMatch(store: LiveStore, fields: Partial<MatchHeader> = {}): Promise<string> {
  const header = newHeader(fields)
  expect(await store.create(header)).toEqual({ createdAt: expect.any(Number) as number })
  return header.id
}

/** A match with both players, at version 1; its id. */
export async function aBegunMatch(store: LiveStore, fields: Partial<Commit> = {}): Promise<string> {
  const match = await aMatch(store)
  expect(await store.commit(joining(match, fields))).toMatchObject({ status: 'committed' })
  return match
}

/** A match with both players, followed since before its first entry; its id. */
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

/**
 * Claims all ended matches for a long time. Those of other tests are archived: nothing that is not about `own` is left in
 * the outbox.
 */
export async function claimAll(store: LiveStore, ...own: string[]): Promise<string[]> {
  const claimed = await store.claimEnded(10_000, 3_600_000)
  await Promise.all(claimed.filter((match) => !own.includes(match)).map((match) => store.markArchived(match)))
  return claimed
}

/**
 * Commits to the present version of a match. On a machine that stood still for some seconds the store may add an entry
 * for downtime.
 */
export async function commitNow(
  store: LiveStore,
  match: string,
  make: (version: number) => Commit,
): Promise<CommitResult> {
  for (;;) {
    const result = await store.commit(make((await store.entriesAfter(match, 0))?.length ?? 0))
    if (result.status !== 'stale') return result
  }
}
