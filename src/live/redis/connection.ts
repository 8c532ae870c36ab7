import type { Redis } from 'ioredis'
import { Cluster, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { within } from '../../time/index.ts'
import { unavailable } from '../unavailable.ts'
import type { Address } from './address.ts'
import type { RedisTimes } from './client.ts'
import { openClient, subscriberConnections } from './client.ts'
import { Gate } from './gate.ts'
import { saysOutage } from './replies.ts'
import type { Lack } from './rights.ts'
import { isDenied, lackOf, lackOfRights } from './rights.ts'

/** What Redis replies to a wrong user or password, and to a missing one. */
const DENIED = /^(WRONGPASS|NOAUTH|NOPERM) /

export interface ConnectionParts<Scripts> {
  address: Address
  times: RedisTimes
  /** Defines the scripts of a store on the client. */
  defineScripts: (client: Redis | Cluster) => (Redis | Cluster) & Scripts
  log?: Logger
  /** Called at the first connection. */
  connected?: (client: Redis | Cluster) => void
}

/** The connection for the commands of a store, from its opening to its end. */
export class Connection<Scripts> {
  readonly client: (Redis | Cluster) & Scripts
  readonly #database: number
  readonly #gate = new Gate()
  readonly #openSubscriber: () => Redis
  readonly #answerMs: number
  readonly #log: Logger | undefined
  readonly #recheckMs: number
  #connected: ((client: Redis | Cluster) => void) | undefined
  /** The names of what Redis or its user lacks. */
  #lacking: readonly string[] = []
  #recheck: NodeJS.Timeout | undefined
  #lastError: unknown
  #isBatching = false
  #isLeaving = false

  constructor({ address, times, defineScripts, log, connected }: ConnectionParts<Scripts>) {
    this.#database = address.database
    this.#answerMs = times.answer
    this.#recheckMs = times.reconnect
    this.#log = log
    this.#connected = connected
    this.client = defineScripts(openClient(address, times))
    this.#openSubscriber = subscriberConnections(address, this.client, times)
    this.client.on('error', (error: Error) => {
      this.#lastError = error
    })
    this.client.on('ready', () => void this.#ready())
    this.client.on('close', () => this.#lost())
  }

  /** The client itself ignores that Redis refuses a database: it would use database 0. */
  async #ready(): Promise<void> {
    this.#isLeaving = false
    try {
      if (this.#database !== 0) await this.client.select(this.#database)
    } catch (error) {
      if (!isReply(error)) return
      if (this.#lacks(lackOf([['SELECT', error.message]]))) return
      const cause = new Error(`Redis has no database ${this.#database}`, { cause: error })
      this.#log?.error({ err: cause }, 'REDIS_URL names a database that Redis does not have; nothing can be stored')
      this.#gate.shut(cause)
      return
    }
    const lack = await lackOfRights(this.client, this.#openSubscriber, this.#answerMs / 2)
    if (this.client.status !== 'ready' || this.#lacks(lack)) return
    if (this.#gate.isShut) this.#log?.info('Redis answers again')
    this.#gate.open()
    this.#connected?.(this.client)
    this.#connected = undefined
  }

  /** Shuts the gate if the user lacks something, and looks again later: rights can be given. The log names each once. */
  #lacks(lack: Lack | null): boolean {
    const named = this.#lacking
    this.#lacking = lack?.names ?? []
    if (!lack) return false
    if (!lack.names.every((name) => named.includes(name))) {
      this.#log?.error({ err: lack }, `${lack.message}; nothing can be stored`)
    }
    this.#gate.shut(lack)
    this.#lookAgain(this.#recheckMs)
    return true
  }

  #lookAgain(ms: number): void {
    clearTimeout(this.#recheck)
    this.#recheck = setTimeout(() => {
      if (this.client.status === 'ready') void this.#ready()
    }, ms).unref()
  }

  #lost(): void {
    const wasShut = this.#gate.isShut
    this.#gate.lose(this.#lastError)
    if (wasShut || !this.#gate.isShut) return
    const err = this.#lastError
    if (isReply(err) && DENIED.test(err.message)) {
      this.#log?.error({ err }, 'Redis refuses the user or password of REDIS_URL; nothing can be stored')
    } else {
      this.#log?.warn({ err }, 'Redis does not answer')
    }
  }

  /**
   * Asks Redis something. What is not answered in time may be done all the same.
   * @throws CodedError `unavailable` when there is no answer, or the answer is that it cannot be done now.
   */
  async ask<T>(question: (client: (Redis | Cluster) & Scripts) => Promise<T>): Promise<T> {
    try {
      // A caller who was refused for want of a connection must not be surprised by what is done after that.
      if (!this.#gate.isOpen) await within(this.#answerMs, this.#gate.pass())
      this.#batch()
      return await question(this.client)
    } catch (error) {
      throw this.failure(error)
    }
  }

  /** What the caller is told who could not be answered: `unavailable`, or the reply of Redis if it is a fault. */
  failure(error: unknown): Error {
    // Other errors than its replies come from the connection, or the lack of one.
    if (!isReply(error)) return unavailable(error)
    // The server has become a replica, and another one may have its address by now, or the name that the sentinels know.
    if (error.message.startsWith('READONLY ')) this.#connectAgain()
    if (!isDenied(error)) return saysOutage(error) ? unavailable(error) : error
    // The user has lost a right.
    if (this.#lacking.length === 0) this.#lookAgain(0)
    return unavailable(error)
  }

  #connectAgain(): void {
    if (this.#isLeaving || this.client instanceof Cluster) return
    this.#isLeaving = true
    this.client.disconnect(true)
  }

  /** Sends all commands of one tick of the event loop together: one write for each server, and one read there. */
  #batch(): void {
    if (this.#isBatching) return
    this.#isBatching = true
    const nodes = this.client instanceof Cluster ? this.client.nodes('master') : [this.client as Redis]
    // A node that was not connected to yet has no stream.
    const streams = nodes.flatMap(({ stream }) => stream ?? [])
    for (const stream of streams) stream.cork()
    setImmediate(() => {
      this.#isBatching = false
      for (const stream of streams) stream.uncork()
    })
  }

  close(): void {
    clearTimeout(this.#recheck)
    this.#gate.shut(new Error('the store is closed'))
    this.client.disconnect()
  }
}

const isReply = (error: unknown): error is Error => error instanceof ReplyError
