import type { Logger } from 'pino'
import type { Matches } from '../matches/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { ErrorCode } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { COMMANDS } from './commands.ts'
import type { Connection } from './connection.ts'
import { OVERSIZED } from './decoder.ts'
import type { MessageRate } from './limits.ts'

type Acknowledge = (body: object) => void

/** What the gateway counts. */
export interface GatewayMetrics {
  error(transport: 'socket', code: ErrorCode): void
}

/**
 * Answers messages. Every event is acknowledged with `{ ok: true, ... }` or `{ ok: false, error }`. One that asks for no
 * acknowledgement does nothing: since it cannot be answered, its error is sent as an `error:protocol` event.
 */
export class Dispatcher {
  readonly #matches: Matches
  readonly #rate: MessageRate
  readonly #logger: Logger
  readonly #metrics: GatewayMetrics | undefined
  readonly #underWay = new Set<Promise<void>>()
  #draining = false

  constructor(matches: Matches, rate: MessageRate, logger: Logger, metrics: GatewayMetrics | undefined) {
    this.#matches = matches
    this.#rate = rate
    this.#logger = logger
    this.#metrics = metrics
  }

  /** Answers one message: the event's name, its arguments and, last, the acknowledgement if it asks for one. Never fails. */
  receive(connection: Connection, event: unknown, args: unknown[]): void {
    const answered = this.#answer(connection, event, args).finally(() => this.#underWay.delete(answered))
    this.#underWay.add(answered)
  }

  /** Refuses whatever comes from now on. Resolves when all that came before is answered. */
  async drain(): Promise<void> {
    this.#draining = true
    await Promise.all(this.#underWay)
  }

  async #answer(connection: Connection, event: unknown, args: unknown[]): Promise<void> {
    const last = args.at(-1)
    const acknowledge = typeof last === 'function' ? (last as Acknowledge) : undefined
    try {
      const { answer, afterwards } = await this.#run(connection, event, acknowledge ? args.slice(0, -1) : args, acknowledge)
      acknowledge!({ ok: true, ...answer })
      afterwards?.()
    } catch (error) {
      const coded = this.#coded(error, connection, event)
      this.#metrics?.error('socket', coded.code)
      if (acknowledge) acknowledge(coded.toBody())
      else connection.send('error:protocol', coded.toBody())
    }
    connection.dropIfNotReading()
  }

  async #run(connection: Connection, event: unknown, payloads: unknown[], acknowledge: Acknowledge | undefined): Promise<Answer> {
    connection.requireValidToken()
    const command = COMMANDS.get(event)
    await this.#rate.spend(connection.player.id, command?.weight ?? 1)
    if (this.#draining) throw new CodedError('draining')
    if (event === OVERSIZED) throw new CodedError('payload-too-large')
    if (!command) throw new CodedError('unknown-event')
    if (!acknowledge) throw new CodedError('bad-request', 'Every event needs an acknowledgement.')
    if (payloads.length !== 1) throw new CodedError('bad-request', 'Every event has one payload.')
    return command.run(this.#matches, connection, payloads[0])
  }

  #coded(error: unknown, connection: Connection, event: unknown): CodedError {
    if (error instanceof CodedError) return error
    this.#logger.error({ err: error, event, player: connection.player.id }, 'a message could not be answered')
    return new CodedError('internal')
  }
}
