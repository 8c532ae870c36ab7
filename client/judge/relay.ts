import { isObject } from '../src/merge-patch.ts'
import type { Court, Request } from './court.ts'
import { read, writeAnswer, writeEvent } from './packets.ts'
import type { Plan } from './plan.ts'

/** How long a server that is about to stop, or has too much to do, asks a client to wait (ms). */
export const ASKED_MS = 400
/** How late a message comes that is delayed (ms). */
export const LATE_MS = 700

/** What no client knows: it ignores that. */
const UNKNOWN = { judged: true }
/** What is for people: a client that reads it is misled. */
export const MESSAGE = 'This text is for people, and changes.'

/** What becomes of a packet: what is passed on in its place, after how long (ms), and whether the connection is cut then. */
export interface Fate {
  on: string[]
  back?: string[]
  afterMs?: number
  cut?: boolean
}

/** When a client was last told to connect again later, by player. */
export type Drained = Map<string, number>

/** One connection of Socket.IO, whatever carries its packets. */
export class Relay {
  readonly #court: Court
  readonly #plan: Plan
  readonly #drained: Drained
  readonly #known: Set<string>
  /** Over long polling, what waits for the next request of the client. */
  readonly waiting: string[] = []
  #by = ''
  #isFirst = true
  readonly #watched = new Set<string>()
  readonly #asked = new Map<number, { request: Request; isLost: boolean }>()

  /** `known`: the players who have been connected before. */
  constructor(court: Court, plan: Plan, drained: Drained, known: Set<string>) {
    this.#court = court
    this.#plan = plan
    this.#drained = drained
    this.#known = known
  }

  fromClient(text: string): Fate {
    const packet = read(text)
    if (packet?.type === 'connect') this.#connected(packet.auth.token)
    if (packet?.type !== 'event') return { on: [text] }
    const { id, name, payload } = packet
    const match = isObject(payload) && typeof payload.match === 'string' ? payload.match : null
    const request: Request = { by: this.#by, name, match, isAct: name === 'match:act', body: payload }
    if (name === 'match:watch' && match !== null) {
      if (!this.#isFirst && isObject(payload) && payload.version === undefined) {
        this.#court.watchedUnversioned(this.#by, match)
      }
      this.#watched.add(match)
    }
    if (request.isAct && !this.#isFirst && match !== null && !this.#watched.has(match)) this.#court.actedUnseen()
    this.#court.sent(request)
    const disturbance = request.isAct && id !== null ? this.#plan.next('act') : null
    if (disturbance === 'lose-request') {
      this.#court.answered(request, null, true)
      return { on: [], cut: true }
    }
    if (disturbance === 'busy') {
      const answer = busy()
      this.#court.answered(request, answer, false)
      return { on: [], back: [writeAnswer(id!, answer)] }
    }
    if (id !== null) this.#asked.set(id, { request, isLost: disturbance === 'lose-answer' })
    return { on: [text], ...(disturbance === 'delay' && { afterMs: LATE_MS }) }
  }

  fromServer(text: string): Fate {
    const packet = read(text)
    if (packet?.type === 'answer') return this.#answer(packet.id, packet.answer)
    if (packet?.type !== 'event' || packet.name !== 'match:update') return { on: [text] }
    const { name, payload } = packet
    const disturbance = this.#plan.next('update')
    // What follows shows the gap; if nothing does, the connection breaks, as it does where messages are lost.
    if (disturbance === 'lose-update') return { on: [], afterMs: 2 * LATE_MS, cut: true }
    this.#court.saw(this.#by, payload)
    if (disturbance === 'repeat') return { on: [text, text] }
    if (disturbance === 'unknown')
      return { on: [writeEvent('judge:unknown', UNKNOWN), writeEvent(name, { ...(payload as object), ...UNKNOWN })] }
    if (disturbance === 'draining') {
      this.#drained.set(this.#by, performance.now())
      return { on: [text, writeEvent('server:draining', { reconnectAfterMs: ASKED_MS })], afterMs: 0, cut: true }
    }
    return { on: [text], ...(disturbance === 'delay' && { afterMs: LATE_MS }) }
  }

  /** The connection has ended: what was not answered never will be. */
  ended(): void {
    for (const { request } of this.#asked.values()) this.#court.answered(request, null, true)
    this.#asked.clear()
  }

  #connected(given: unknown): void {
    const token = typeof given === 'string' ? given : ''
    this.#by = token
    this.#isFirst = !this.#known.has(token)
    this.#known.add(token)
    const since = this.#drained.get(token)
    if (since !== undefined) this.#court.connectedAfter(performance.now() - since, ASKED_MS)
    this.#drained.delete(token)
  }

  #answer(id: number, answer: unknown): Fate {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (!asked) return { on: [writeAnswer(id, answer)] }
    this.#court.answered(asked.request, answer, asked.isLost)
    const { snapshot } = isObject(answer) ? answer : {}
    if (isObject(snapshot)) this.#watched.add(String(snapshot.match))
    return asked.isLost ? { on: [], cut: true } : { on: [writeAnswer(id, disguised(answer))] }
  }
}

/** A refusal as a node gives it that has too much to do. */
export const busy = (): object => ({
  ok: false,
  error: { code: 'busy', message: MESSAGE, details: { retryAfterMs: ASKED_MS } },
})

/** An answer with another text for people, if it has one. */
export const disguised = (answer: unknown): unknown =>
  isObject(answer) && isObject(answer.error) ? { ...answer, error: { ...answer.error, message: MESSAGE } } : answer

/** An answer with a field that no client knows. */
export const enlarged = (answer: unknown): unknown => (isObject(answer) ? { ...answer, ...UNKNOWN } : answer)
