import { Cluster, ReplyError } from 'ioredis'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { unavailable } from '../unavailable.ts'
import type { Address } from './address.ts'
import { openClient } from './client.ts'
import type { RedisTimes } from './client.ts'
import { Gate } from './gate.ts'

/** What Redis replies while it is there but can't do what it is asked. */
const OUTAGES = /^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|TRYAGAIN|MOVED|ASK|MISCONF|NOREPLICAS|BUSY|OOM) /

/** The connection for commands, for as long as the store is open. */
export class Connection<Scripts> {
  readonly client: (Redis | Cluster) & Scripts
  readonly #gate = new Gate()
  readonly #answer: number
  readonly #log: Logger | undefined
  #lastError: unknown

  /** `withScripts` teaches the client the scripts of a store. */
  constructor(address: Address, times: RedisTimes, withScripts: (client: Redis | Cluster) => (Redis | Cluster) & Scripts, log?: Logger) {
    this.#answer = times.answer
    this.#log = log
    this.client = withScripts(openClient(address, times))
    this.client.on('error', (error: Error) => {
      this.#lastError = error
    })
    this.client.on('ready', () => this.#opened())
    this.client.on('close', () => this.#lost())
  }

  /** The number of the server's database; a cluster has but one. */
  get database(): number {
    return this.client instanceof Cluster ? 0 : (this.client.options.db ?? 0)
  }

  #opened(): void {
    if (this.#gate.isShut) this.#log?.info('Redis answers again')
    this.#gate.open()
  }

  #lost(): void {
    const known = this.#gate.isShut
    this.#gate.lose(this.#lastError)
    if (!known && this.#gate.isShut) this.#log?.warn({ err: this.#lastError }, 'Redis does not answer')
  }

  /**
   * Asks Redis something. What is not answered in time (ms) may be done all the same.
   * @throws CodedError `unavailable` when there is no answer, or none but that it can't be done now.
   */
  async ask<T>(question: (client: (Redis | Cluster) & Scripts) => Promise<T>, inTime = this.#answer): Promise<T> {
    let over = false
    let timer: NodeJS.Timeout | undefined
    const asking = async (): Promise<T> => {
      await this.#gate.pass()
      // Who has been told that there is no answer must not be surprised by what is done after that.
      if (over) throw new Error('Redis did not answer in time')
      return question(this.client)
    }
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time')), inTime)
    })
    try {
      return await Promise.race([asking(), late])
    } catch (error) {
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      over = true
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#gate.shut(new Error('the store is closed'))
    this.client.disconnect()
  }
}

/** All that is not Redis's own reply comes from the connection, or the lack of one. */
function isOutage(error: unknown): boolean {
  return !(error instanceof ReplyError) || OUTAGES.test((error as Error).message)
}
