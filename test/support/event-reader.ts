import type { ErrorBody, StreamEvent } from '../../src/protocol/index.ts'

/** What a stream is refused with. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** A client of a stream, which reads it as the specification of EventSource says. */
export class EventReader {
  /** What came, in order. */
  readonly events: StreamEvent[] = []
  readonly headers: Headers
  /** The last id that was said. */
  lastEventId = ''
  /** The time after which to connect again, if the server has said one (ms). */
  retry: number | null = null
  /** Resolves when the server has ended the stream. Rejects if the connection was cut. */
  readonly ended: Promise<void>
  readonly #abort: AbortController
  readonly #listener: (event: StreamEvent, text: string) => void

  private constructor(
    response: Response,
    abort: AbortController,
    listener: (event: StreamEvent, text: string) => void,
  ) {
    this.headers = response.headers
    this.#abort = abort
    this.#listener = listener
    this.ended = this.#read(response.body!)
    this.ended.catch(() => undefined)
  }

  /** @throws Refused if the answer is no stream */
  static async open(
    url: string,
    headers: Record<string, string> = {},
    listener: (event: StreamEvent, text: string) => void = () => undefined,
  ): Promise<EventReader> {
    const abort = new AbortController()
    const response = await fetch(url, { headers, signal: abort.signal })
    if (response.status !== 200) {
      throw new Refused(response.status, ((await response.json()) as ErrorBody).error.code)
    }
    return new EventReader(response, abort, listener)
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = `${rest}${text}`.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) this.#receive(block)
    }
  }

  #receive(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
    const [event, data] = [fields.get('event'), fields.get('data')]
    if (fields.has('retry')) this.retry = Number(fields.get('retry'))
    this.lastEventId = fields.get('id') ?? this.lastEventId
    if (data !== undefined) this.#keep({ event, payload: JSON.parse(data) as unknown } as StreamEvent, block)
  }

  #keep(event: StreamEvent, block: string): void {
    this.events.push(event)
    this.#listener(event, block)
  }

  /** The names of what came. */
  get names(): string[] {
    return this.events.map(({ event }) => event)
  }

  close(): void {
    this.#abort.abort()
  }
}
