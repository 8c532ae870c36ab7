import { isDeepStrictEqual } from 'node:util'
import type { ViewerStep } from '../../protocol/index.ts'
import type { Entry } from '../../record/index.ts'
import { viewerStep } from '../../record/index.ts'
import type { MatchEvent, Seat, Viewer } from '../../rules/index.ts'

/** The entries that a replica has applied, with what each of them did. */
export class Log {
  readonly entries: Entry[] = []
  /** By version less one, what the entry did: a viewer who missed it needs no fold. */
  readonly #events: (readonly MatchEvent[])[] = []
  /** By seat and action id. */
  readonly #commands: readonly [Map<string, Entry>, Map<string, Entry>] = [new Map(), new Map()]

  append(entry: Entry, events: readonly MatchEvent[]): void {
    const { actionId, body } = entry
    this.entries.push(entry)
    this.#events.push(events)
    if (actionId !== undefined && 'seat' in body) this.#commands[body.seat].set(actionId, entry)
  }

  clear(): void {
    this.entries.length = this.#events.length = 0
    for (const commands of this.#commands) commands.clear()
  }

  /** The entry of a command of a seat, if it is committed. */
  command(seat: Seat, actionId: string): Entry | undefined {
    return this.#commands[seat].get(actionId)
  }

  /** Everything that any entry did, in order. */
  get events(): MatchEvent[] {
    return this.#events.flat()
  }

  /** Whether an entry is the same here. With its hash of the entry before, it shows that all entries before are. */
  has({ version, at, actionId, previousHash, body }: Entry): boolean {
    const known = this.entries[version - 1]
    if (known?.at !== at || known.actionId !== actionId || known.previousHash !== previousHash) return false
    return known.body === body || isDeepStrictEqual(known.body, body)
  }

  /** What happened after a version, as a viewer could see it. */
  stepsAfter(version: number, viewer: Viewer): ViewerStep[] {
    return this.entries.slice(version).map((entry) => viewerStep(entry, this.#events[entry.version - 1]!, viewer))
  }
}
