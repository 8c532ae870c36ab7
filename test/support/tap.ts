import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import { expect } from 'vitest'
import type { ActRequest, ErrorBody, StreamEvent, ViewAnswer } from '../../src/protocol/index.ts'
import { atLast } from './at-last.ts'
import { EventReader } from './event-reader.ts'

/** Something that came over the wire, unchanged. */
export interface Received {
  /** The latest version that had come by then, the same way. */
  version: number
  text: string
}

/** A client that retains every byte that a server sends it, over a socket, in streams, and over HTTP. */
export class Tap {
  readonly received: Received[] = []
  readonly #url: string
  readonly #token: string
  readonly #socket: Socket
  readonly #streams: EventReader[] = []
  readonly #latest = { socket: 0, stream: 0 }

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
    this.#socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false })
    this.#socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
      if (typeof data === 'string') this.#receive(data)
    })
  }

  #receive(text: string, way: 'socket' | 'stream' = 'socket'): void {
    const versions = [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version))
    const version = Math.max(this.#latest[way], ...versions)
    this.#latest[way] = version
    this.received.push({ version, text })
  }

  async ask<Answer>(event: string, payload: object): Promise<({ ok: true } & Answer) | ErrorBody> {
    return (await this.#socket.emitWithAck(event, payload)) as ({ ok: true } & Answer) | ErrorBody
  }

  async view(match: string): Promise<ViewAnswer> {
    const answer = await this.ask<ViewAnswer>('match:watch', { match, version: 0 })
    if (!answer.ok) throw new Error(answer.error.code)
    return answer
  }

  /** @returns the code of the error, null if the action was done */
  async act(match: string, version: number, action: ActRequest['action']): Promise<string | null> {
    const answer = await this.ask('match:act', { match, actionId: randomUUID(), version, action })
    return answer.ok ? null : answer.error.code
  }

  /** Sends a GET request, with the token of this client, and retains the answer. */
  async get(path: string): Promise<void> {
    const response = await fetch(`${this.#url}${path}`, { headers: { authorization: `Bearer ${this.#token}` } })
    this.#receive(`${JSON.stringify([...response.headers])}\n${await response.text()}`)
  }

  /** Retains what the streams of a match and of the player have, until the match ends: then what is returned resolves. */
  async stream(match: string): Promise<() => Promise<unknown>> {
    const headers = { authorization: `Bearer ${this.#token}` }
    for (const path of [`/v1/matches/${match}/events`, '/v1/players/me/events']) {
      const keep = (_event: StreamEvent, text: string): void => this.#receive(text, 'stream')
      this.#streams.push(await EventReader.open(this.#url + path, headers, keep))
    }
    return () => atLast(() => expect(this.#streams[0]!.names).toContain('match:ended'))
  }

  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#socket.disconnect()
  }
}
