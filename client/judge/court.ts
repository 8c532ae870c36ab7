import { isObject } from '../src/merge-patch.ts'

/** A command or a request of the client. */
export interface Request {
  /** Who sends it: their token. */
  by: string
  /** The event or the route, as the protocol calls it. */
  name: string
  match: string | null
  /** Whether it does an action of the rules. */
  isAct: boolean
  body: unknown
}

/** The client sends what no client should: sending it again is of no use. */
const MISTAKES = [
  'bad-request',
  'unknown-event',
  'unknown-route',
  'method-not-allowed',
  'payload-too-large',
  'bad-cursor',
  'illegal-action',
]
/** Timers of a client and of the judge may differ by so much, ms. */
const SLACK_MS = 20

interface Refusal {
  code: string
  message: string
  details: Record<string, unknown>
}

/** Looks at all that a client sends and receives, and says what it does wrong. */
export class Court {
  /** In the order in which they were found. */
  readonly faults = new Set<string>()
  /** When the client was last heard of, by `performance.now()`. */
  heardAt = performance.now()
  /** By player and match, the version that the client has. */
  readonly #versions = new Map<string, number>()
  /** By player and match, the action of which the client cannot know what became of it. */
  readonly #open = new Map<string, { actionId: unknown; version: number }>()
  /** By player and action id, what it was used for. */
  readonly #uses = new Map<string, string>()
  /** Until when the client was told to wait with what it sent, and since when (ms). */
  readonly #waits = new Map<string, { since: number; ms: number }>()
  /** What was refused for good, and as what. */
  readonly #refused = new Map<string, string>()
  /** The matches of players that have not ended, as far as the client knows. */
  readonly #unended = new Set<string>()
  /** Matches of a player in which the client knows that it lacks a version. */
  readonly #gaps = new Set<string>()

  /** Whether the client has a match that it did not see the end of. */
  get isPlaying(): boolean {
    return this.#unended.size > 0
  }

  sent(request: Request): void {
    this.heardAt = performance.now()
    const { by, name, match, isAct, body } = request
    const what = `${by} ${name} ${match} ${JSON.stringify(body)}`
    const actionId = isObject(body) ? body.actionId : undefined
    let isRepeated = false
    if (typeof actionId === 'string') {
      const use = this.#uses.get(`${by} ${actionId}`)
      isRepeated = use === what
      if (use !== undefined && !isRepeated)
        this.#find(`used one actionId for two different commands, the second of them ${name}`)
      else this.#uses.set(`${by} ${actionId}`, what)
    }
    const wait = this.#waits.get(what)
    if (wait && performance.now() - wait.since < wait.ms - SLACK_MS) {
      this.#find(`sent ${name} again before the time that retryAfterMs named`)
    }
    const code = this.#refused.get(what)
    if (code !== undefined) this.#find(`sent ${name} again, unchanged, after it was refused as ${code}`)
    const place = `${by} ${match}`
    if (name === 'match:watch') this.#gaps.delete(place)
    if (!isAct || isRepeated) return
    const open = this.#open.get(place)
    if (open && open.actionId !== actionId && (this.#versions.get(place) ?? 0) <= open.version) {
      this.#find('sent an action with another actionId, although it could not know whether the one before was done')
    }
    if (this.#gaps.has(place)) this.#find('acted although an update was missing, and did not ask for it')
  }

  /** The client has received the answer to a request, or never will. */
  answered(request: Request, answer: unknown, isLost: boolean): void {
    const { by, name, match, isAct, body } = request
    const place = `${by} ${match}`
    if (isLost) {
      if (isAct && isObject(body)) {
        this.#open.set(place, { actionId: body.actionId, version: this.#versions.get(place) ?? 0 })
      }
      return
    }
    if (isAct) this.#open.delete(place)
    const what = `${by} ${name} ${match} ${JSON.stringify(body)}`
    const refusal = refusalOf(answer)
    this.#waits.delete(what)
    if (!refusal) return this.saw(by, answer)
    const { code, message, details } = refusal
    if (MISTAKES.includes(code)) {
      const says = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
      this.#find(`sent ${name}, which was refused as ${code}: ${message}${says}`)
      this.#refused.set(what, code)
    } else if (code === 'stale') this.#refused.set(what, code)
    if (typeof details.retryAfterMs === 'number') {
      this.#waits.set(what, { since: performance.now(), ms: details.retryAfterMs })
    }
  }

  /** The client has received a view, or an update, alone or in an answer. */
  saw(by: string, message: unknown): void {
    if (!isObject(message)) return
    const { version, snapshot, match, patch, update } = message
    if (isObject(update)) this.saw(by, update)
    if (typeof version !== 'number') return
    if (isObject(snapshot)) {
      const place = `${by} ${String(snapshot.match)}`
      this.#versions.set(place, version)
      this.#gaps.delete(place)
      this.#look(place, snapshot)
    } else if (patch !== undefined) {
      const place = `${by} ${String(match)}`
      const known = this.#versions.get(place) ?? 0
      if (version === known + 1) this.#versions.set(place, version)
      else if (version > known) this.#gaps.add(place)
      if (isObject(patch)) this.#look(place, patch)
    }
  }

  /** The client acted over a connection that is not its first one, without having asked for the match over it. */
  actedUnseen(): void {
    this.#find('acted over a new connection without asking for the match (match:watch) first')
  }

  /** The client asked for a match of which it has a version, without naming it. */
  watchedUnversioned(by: string, match: string): void {
    if (this.#versions.has(`${by} ${match}`)) {
      this.#find('asked for a match after a lost connection without naming the version that it has')
    }
  }

  /** The client connects after so much of the time for which the server asked (ms). */
  connectedAfter(passedMs: number, askedMs: number): void {
    if (passedMs < askedMs - SLACK_MS) this.#find('connected again before the time that server:draining named')
  }

  /** Looks whether a match goes on: in a snapshot, or in what changes of one. */
  #look(place: string, { status }: Record<string, unknown>): void {
    if (status === 'ended') this.#unended.delete(place)
    else if (status !== undefined) this.#unended.add(place)
  }

  #find(what: string): void {
    this.faults.add(`The client ${what}.`)
  }
}

export function refusalOf(answer: unknown): Refusal | null {
  if (!isObject(answer) || answer.ok !== false || !isObject(answer.error)) return null
  const { code, message, details } = answer.error
  return { code: String(code), message: String(message), details: isObject(details) ? details : {} }
}
