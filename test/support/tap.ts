import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { ActRequest, ErrorBody, ViewAnswer } from '../../src/protocol/index.ts'

/** Something that came over the wire, as it came. */
export interface Heard {
  /** The latest version that this listener had been told of by then. */
  version: number
  text: string
}

/** Somebody who keeps every byte that a server sends him, over a socket and over HTTP. */
export class Tap {
  readonly heard: Heard[] = []
  readonly #url: string
  readonly #token: string
  readonly #socket: Socket
  #version = 0

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
    this.#socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false })
    this.#socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
      if (typeof data === 'string') this.#hear(data)
    })
  }

  #hear(text: string): void {
    for (const [, version] of text.matchAll(/"version":(\d+)/g)) this.#version = Math.max(this.#version, Number(version))
    this.heard.push({ version: this.#version, text })
  }

  async ask<Answer>(event: string, payload: object): Promise<({ ok: true } & Answer) | ErrorBody> {
    return (await this.#socket.emitWithAck(event, payload)) as ({ ok: true } & Answer) | ErrorBody
  }

  async view(match: string): Promise<ViewAnswer> {
    const answer = await this.ask<ViewAnswer>('match:watch', { match, version: 0 })
    if (!answer.ok) throw new Error(answer.error.code)
    return answer
  }

  /** Returns the code of the error, null if it was done. */
  async act(match: string, version: number, action: ActRequest['action']): Promise<string | null> {
    const answer = await this.ask('match:act', { match, actionId: randomUUID(), version, action })
    return answer.ok ? null : answer.error.code
  }

  /** Asks for something over HTTP, with his token; only what is answered counts. */
  async get(path: string): Promise<void> {
    const response = await fetch(`${this.#url}${path}`, { headers: { authorization: `Bearer ${this.#token}` } })
    this.#hear(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }

  close(): void {
    this.#socket.disconnect()
  }
}
