import { errorOf, offline } from '../errors.ts'
import type { CuriaError } from '../errors.ts'
import type { ErrorBody } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import { Ask } from './ask.ts'
import type { AskOptions } from './ask.ts'
import type { Answer, Commands, Payload } from './commands.ts'
import type { Line } from './line.ts'
import { Silence } from './silence.ts'

type Reply = ({ ok: true } & Record<string, unknown>) | ErrorBody

/** The messages that are not answered yet, over all lines of a connection: each is sent again until it is answered. */
export class Asks {
  readonly #asks = new Set<Ask>()
  readonly #clock: ServerClock
  readonly #silence: Silence
  #line: Line | null = null
  #sending = false

  /** `silent` is called when a line should be given up, because an answer is awaited and nothing arrives. */
  constructor(clock: ServerClock, answerTimeoutMs: number, silent: () => void) {
    this.#clock = clock
    this.#silence = new Silence(answerTimeoutMs, silent)
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

  /** Nothing more is sent over the line, though answers may still come: the server is about to stop. */
  sendNoMore(): void {
    this.#sending = false
  }

  /** The line is lost. A message that may not be repeated fails; the others wait for the next line. */
  drop(): void {
    this.#line = null
    this.#sending = false
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
      if (line === this.#line) this.#answered(ask, sentAt, reply as Reply)
    })
  }

  #answered(ask: Ask, sentAt: number, reply: Reply): void {
    this.#silence.answered(ask)
    if (ask.settled) return
    if (!reply.ok) return this.#refused(ask, errorOf(reply.error))
    if (typeof reply.now === 'number') this.#clock.learn(reply.now, sentAt, performance.now())
    this.#asks.delete(ask)
    ask.resolve(Object.fromEntries(Object.entries(reply).filter(([field]) => field !== 'ok')))
  }

  #refused(ask: Ask, error: CuriaError): void {
    const pauseMs = ask.pauseAfter(error)
    if (pauseMs === null) this.#fail(ask, error)
    else ask.pause(pauseMs, () => this.#send(ask))
  }

  #giveUp(ask: Ask, message: string): void {
    this.#fail(ask, offline(message, { sent: ask.perhapsDone }))
  }

  #fail(ask: Ask, error: CuriaError): void {
    this.#silence.forget(ask)
    this.#asks.delete(ask)
    ask.reject(error)
  }
}
