import { LRUCache } from 'lru-cache'
import { houseBotLevel } from '../protocol/index.ts'
import type { Fold, MatchRecord } from '../record/index.ts'
import { advance, beginningOf, openFold } from '../record/index.ts'
import type { MatchEvent, MatchState, Seat } from '../rules/index.ts'
import { redact, view } from '../rules/index.ts'
import type { SeenStep } from './mind.ts'
import { JOB_TIMEOUT_MS } from './settings.ts'
import type { ThinkingThread } from './threads/thinking-thread.ts'

/** How many minds are retained; the least recently used ones are forgotten, and begin again when they are needed. */
const MOST_MINDS = 500
/** How long the views of one slice may take to make (ms). Between two slices, other work gets its turn. */
const SLICE_MS = 2

/** A match as the server knows it. */
export interface Whole {
  fold: Fold
  record: MatchRecord
}

/** What the mind of a match in one thread knows: the match at a version. */
interface Known {
  thread: ThinkingThread
  fold: Fold
}

/**
 * The minds that think for the seats of the server, one for each match, in the threads; where several threads think about
 * one decision, each has a mind of its own. A mind is sent what its seat may see and nothing else: views and redacted
 * events of the versions that it does not know yet.
 */
export class Minds {
  readonly #known = new LRUCache<string, Known[]>({
    max: MOST_MINDS,
    dispose: (all, match, reason) => {
      // 'set' means that the minds know more now.
      if (reason !== 'set') for (const { thread } of all) forgetIn(thread, match)
    },
  })

  /** A thread that has a mind of a match. */
  threadOf(match: string): ThinkingThread | undefined {
    return this.#known.get(match)?.[0]?.thread
  }

  /** A match is over, or its mind is no longer of use. */
  forget(match: string): void {
    this.#known.delete(match)
  }

  /**
   * Tells the mind of a match all that its seat has seen. The name of the mind is the id of the match.
   * @throws Error if the mind cannot follow the match; it begins again the next time.
   */
  async inform(thread: ThinkingThread, whole: Whole, seat: Seat): Promise<void> {
    const { id } = whole.record.header
    const known = this.#known.get(id)?.find((each) => each.thread === thread)
    const isOfUse = known !== undefined && !thread.hasEnded && continues(known.fold, whole)
    try {
      const before = isOfUse ? known.fold : await begin(thread, whole, seat)
      const fold = await informAfter(before, { thread, whole, seat })
      this.#known.set(id, [{ thread, fold }, ...this.#othersOf(id, thread)])
    } catch (error) {
      // It begins again the next time.
      this.#known.set(id, this.#othersOf(id, thread))
      forgetIn(thread, id)
      throw error
    }
  }

  #othersOf(match: string, thread: ThinkingThread): Known[] {
    return this.#known.get(match)?.filter((each) => each.thread !== thread && !each.thread.hasEnded) ?? []
  }
}

/** Begins a mind with the first version that has a board. */
async function begin(
  thread: ThinkingThread,
  { record: { header, createdAt, entries } }: Whole,
  seat: Seat,
): Promise<Fold> {
  let fold = openFold(header, createdAt)
  while (!fold.state) fold = advance(fold, entries[fold.version]!).fold
  const { dealt, moves } = beginningOf(fold)
  const level = houseBotLevel(fold.players[seat]!.id)!
  const beginning = {
    level,
    seat,
    options: fold.state.options,
    first: view(dealt, seat),
    seed: `${header.id} ${Math.random()}`,
  }
  const mind = header.id
  await thread.ask('begin', { mind, beginning }, JOB_TIMEOUT_MS)
  const steps = function* () {
    for (const { after, events } of moves) yield seenStep(after, events, seat)
  }
  await tell(thread, mind, steps())
  return fold
}

/** @returns what the mind knows then. */
async function informAfter(
  from: Fold,
  { thread, whole: { record }, seat }: { thread: ThinkingThread; whole: Whole; seat: Seat },
): Promise<Fold> {
  const {
    header: { id: mind },
    entries,
  } = record
  let fold = from
  const steps = function* () {
    while (fold.version < entries.length) {
      const { fold: after, events } = advance(fold, entries[fold.version]!)
      fold = after
      if (events.length > 0) yield seenStep(after.state!, events, seat)
    }
  }
  await tell(thread, mind, steps())
  return fold
}

/** Tells a mind what its seat has seen, in slices, while the steps are made. */
async function tell(thread: ThinkingThread, mind: string, seen: Iterable<SeenStep>): Promise<void> {
  const observe = (steps: SeenStep[]): Promise<unknown> => thread.ask('observe', { mind, steps }, JOB_TIMEOUT_MS)
  let slice: SeenStep[] = []
  let until = performance.now() + SLICE_MS
  for (const step of seen) {
    slice.push(step)
    if (performance.now() < until) continue
    await observe(slice)
    slice = []
    until = performance.now() + SLICE_MS
  }
  if (slice.length > 0) await observe(slice)
}

const seenStep = (after: MatchState, events: readonly MatchEvent[], seat: Seat): SeenStep => ({
  events: events.map((event) => redact(event, seat)).filter((event) => event !== null),
  after: view(after, seat),
})

/** Whether a match goes on from an earlier fold: a store that lost entries may have another log. */
function continues(known: Fold, { fold, record: { entries } }: Whole): boolean {
  if (known.version > fold.version) return false
  const next = entries[known.version]
  if (!next) return known.logHash.value === fold.logHash.value
  return next.previousHash === undefined || next.previousHash === known.logHash.value
}

function forgetIn(thread: ThinkingThread, mind: string): void {
  // The thread may have other work before it. One that has ended knows nothing.
  thread.ask('forget', { mind }).catch(() => undefined)
}
