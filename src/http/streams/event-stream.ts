import type { ServerResponse } from 'node:http'
import { encodedOnce } from '../../commands/index.ts'
import type { StreamEvent } from '../../protocol/index.ts'

/** What a client may leave unread: a whole match with its chat, and what happens in a while (bytes). */
const MOST_UNREAD_BYTES = 1024 * 1024
/** So often there is a comment: proxies end what is silent, and a client notices that the server is gone (ms). */
const COMMENT_MS = 15_000

const plain = encodedOnce(({ event, payload }) => `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
/** By whether the events of a stream have ids: then each event with a version has it as its id. */
const ENCODINGS = {
  'with ids': encodedOnce((event) => {
    const { payload } = event
    return 'version' in payload ? `id: ${String(payload.version)}\n${plain(event)}` : plain(event)
  }),
  'without ids': plain,
}
export type Ids = keyof typeof ENCODINGS

/** An answer that goes on: events as EventSource reads them. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #encode: (event: StreamEvent) => string
  #comments: NodeJS.Timeout | undefined

  constructor(response: ServerResponse, ids: Ids) {
    this.#response = response
    this.#encode = ENCODINGS[ids]
    response.once('close', () => clearInterval(this.#comments))
  }

  /** Sends the head; `beat` is called before each comment. To be called once, before `send`. */
  open(headers: Record<string, number | string | string[] | undefined>, beat: () => void): void {
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Also for a proxy that would collect or compress it.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    this.#response.flushHeaders()
    this.#comments = setInterval(() => {
      beat()
      this.#write(': \n\n')
    }, COMMENT_MS)
  }

  readonly send = (event: StreamEvent): void => this.#write(this.#encode(event))

  /** Sends a last event, if there is one, and ends the stream. A client that connects again waits for as long as it says. */
  end(last?: StreamEvent): void {
    if (last?.event === 'server:draining') this.#write(`retry: ${last.payload.reconnectAfterMs}\n`)
    if (last) this.send(last)
    this.#response.end()
  }

  /** A client that does not read is cut. */
  #write(text: string): void {
    const response = this.#response
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
  }
}
