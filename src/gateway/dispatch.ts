import type { Logger } from 'pino'
import type { Services } from '../commands/index.ts'
import type { MessageRate, WorkQueue } from '../limits/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { CommandName } from '../protocol/index.ts'
import { CodedError, commandNamed, parseRequest, weightOf } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { handle } from './commands.ts'
import type { Connection } from './connection.ts'
import { OVERSIZED } from './decoder.ts'
import { FLOODED } from './limits.ts'

type Acknowledge = (body: object) => void

export interface DispatcherParts {
  services: Services
  rate: MessageRate
  work: WorkQueue
  logger: Logger
  figures: Figures | undefined
}

/**
 * Answers messages. Every event is acknowledged with `{ ok: true, ... }` or `{ ok: false, error }`. An event that asks for
 * no acknowledgement does nothing: since it cannot be answered, its error is sent as an `error:protocol` event.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #inProgress = new Set<Promise<void>>()
  #draining = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /**
   * Answers one message: the name of the event, its arguments and, last, the acknowledgement if it asks for one. Never
   * fails.
   */
  receive(connection: Connection, event: unknown, args: unknown[]): void {
    const answered = this.#answer(connection, event, args).finally(() => this.#inProgress.delete(answered))
    this.#inProgress.add(answered)
  }

  /** Refuses all messages from now on. Resolves when all earlier ones are answered. */
  async drain(): Promise<void> {
    this.#draining = true
    await Promise.all(this.#inProgress)
  }

  async #answer(connection: Connection, event: unknown, args: unknown[]): Promise<void> {
    const last = args.at(-1)
    const acknowledge = typeof last === 'function' ? (last as Acknowledge) : undefined
    const payloads = acknowledge ? args.slice(0, -1) : args
    const arrived = performance.now()
    try {
      const { answer, afterwards } = await this.#run(connection, event, payloads, acknowledge)
      acknowledge!({ ok: true, ...answer })
      const seconds = (performance.now() - arrived) / 1000
      if (event === 'match:act') this.#parts.figures?.time('curia_move_duration_seconds', seconds)
      afterwards?.()
    } catch (error) {
      const coded = this.#coded(error, connection, event)
      this.#parts.figures?.count('curia_errors_total', { transport: 'socket', code: coded.code })
      if (acknowledge) acknowledge(coded.toBody())
      else connection.send({ event: 'error:protocol', payload: coded.toBody() })
      if (coded.code === 'rate-limited') await this.#endFlood(connection)
    }
  }

  async #endFlood(connection: Connection): Promise<void> {
    if (!(await this.#parts.rate.tolerates(connection.owner))) connection.endWith(FLOODED)
  }

  async #run(
    connection: Connection,
    event: unknown,
    payloads: unknown[],
    acknowledge: Acknowledge | undefined,
  ): Promise<Answer> {
    const { rate, work } = this.#parts
    connection.requireValidToken()
    const command = commandNamed(event)
    const weight = command ? weightOf(command, payloads[0]) : 1
    await rate.spend(connection.owner, weight)
    if (this.#draining) throw new CodedError('draining')
    if (event === OVERSIZED) throw new CodedError('payload-too-large')
    if (!command) throw new CodedError('unknown-event')
    if (!connection.identity && !command.forVisitors) throw new CodedError('token-missing')
    if (!acknowledge) throw new CodedError('bad-request', 'Every event needs an acknowledgement.')
    if (payloads.length !== 1) throw new CodedError('bad-request', 'Every event has one payload.')
    const handled = async (): Promise<Answer> => {
      const request = parseRequest(command.request, payloads[0])
      return handle(event as CommandName, command, request, connection, this.#parts.services)
    }
    return work.run(connection.owner, handled, { weight })
  }

  #coded(error: unknown, connection: Connection, event: unknown): CodedError {
    if (error instanceof CodedError) return error
    this.#parts.logger.error({ err: error, event, owner: connection.owner }, 'a message could not be answered')
    return new CodedError('internal')
  }
}
