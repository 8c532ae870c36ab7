import type { CuriaError } from '../errors.ts'
import { errorOf, offline } from '../errors.ts'
import type { ErrorBody } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import type { AskOptions } from './ask.ts'
import { Ask } from './ask.ts'
import type { Answer, Commands, Payload } from './commands.ts'
import type { Fault } from './fault.ts'
import type { Line } from './line.ts'
import { Silence } from './silence.ts'

type Reply = ({ ok: true } & Record<string, unknown>) | ErrorBody

interface Parts {
  clock: ServerClock
  answerTimeoutMs: number
  /** A line should be given up: an answer is awaited, and nothing arrives. */
  silent: () => void
  /** Why the server cannot be reached, if that is known. */
  fault: () => Fault | null
}

/** The messages that are not answered yet, over all lines of a connection: each is sent again until it is answered. */
export class Asks {
  readonly #asks = new Set<Ask>()
  readonly #silence: Silence
  #line: Line | null = null
  #sending = false
  readonly #parts: Parts
  /** Is called once no answer is awaited. */
  #idle: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#silence = new Silence(parts.answerTimeoutMs, parts.silent)
  }

  /** Sends a message as soon as there is a line, and until it is answered. @throws CuriaError */
  ask<E extends keyof Commands>(event: E, payload: Payload<E>, options: AskOptions<Answer<E>>): Promise<Answer<E>> {
    const ask = new Ask(event, payload, options, () => this.#giveUp(ask, 'The server did not answer in time.'))
    this.#asks.add(ask)
    this.#send(ask)
    return ask.promise as Promise<Answer<E>>
  }

  /** Messages go over this line from now on. Those that wait are sent by `sendAll`. */
  use(line: Line): void {
    this.#line = line
    this.#sending = true
    this.#silence.watch(line)
  }

  sendAll(): void {
    for (const ask of [...this.#asks]) this.#send(ask)
  }

  /** Calls something as soon as no answer is awaited, unless the line is lost before. */
  whenIdle(idle: () => void): void {
    this.#idle = idle
    this.#seeIdle()
  }

  #seeIdle(): void {
    if (!this.#silence.isIdle) return
    const idle = this.#idle
    this.#idle = null
    idle?.()
  }

  /** Nothing more is sent over the line, though answers may still come: the server is about to stop. */
  sendNoMore(): void {
    this.#sending = false
  }

  /** The line is lost. A message that may not be repeated fails; the others wait for the next line. */
  drop(): void {
    this.#line = null
    this.#sending = false
    this.#idle = null
    this.#silence.stop()
    for (const ask of [...this.#asks]) {
      if (!ask.reset()) this.#giveUp(ask, 'The connection was lost before the answer; it may have been done.')
    }
  }

  /** Every message fails. */
  failAll(error: CuriaError): void {
    for (const ask of [...this.#asks]) this.#fail(ask, error)
  }

  #send(ask: Ask): void {
    const line = this.#line
    if (!line || !this.#sending || !ask.isWaiting) return
    ask.markSent()
    const sentAt = performance.now()
    this.#silence.expect(ask)
    line.send(ask.event, ask.payload, (reply) => {
      if (line !== this.#line) return
      this.#answered(ask, sentAt, reply as Reply)
      this.#seeIdle()
    })
  }

  #answered(ask: Ask, sentAt: number, reply: Reply): void {
    this.#silence.answered(ask)
    if (ask.settled) return
    if (!reply.ok) return this.#refused(ask, errorOf(reply.error))
    if (typeof reply.now === 'number') this.#parts.clock.learn(reply.now, sentAt, performance.now())
    this.#asks.delete(ask)
    ask.resolve(Object.fromEntries(Object.entries(reply).filter(([field]) => field !== 'ok')))
  }

  #refused(ask: Ask, error: CuriaError): void {
    const pauseMs = ask.pauseAfter(error)
    if (pauseMs === null) this.#fail(ask, error)
    else ask.pause(pauseMs, () => this.#send(ask))
  }

  #giveUp(ask: Ask, message: string): void {
    const fault = this.#parts.fault()
    this.#fail(
      ask,
      offline(fault?.message ?? message, { sent: ask.perhapsDone, ...(fault && { reason: fault.reason }) }),
    )
  }

  #fail(ask: Ask, error: CuriaError): void {
    this.#silence.forget(ask)
    this.#asks.delete(ask)
    ask.reject(error)
    this.#seeIdle()
  }
}
