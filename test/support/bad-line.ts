import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** One connection through the line. */
interface Pair {
  near: Socket
  far: Socket
  /** Bytes of the server are lost from now on. */
  deaf: boolean
  /** Sends the bytes under way, in both directions, that wait for `release`; null while bytes need not wait. */
  held: (() => void)[] | null
}

/** A line to several servers that can be cut at any moment, with bytes under way. One of the servers is chosen. */
export class BadLine {
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #state: 'open' | 'severed' | 'stalled' = 'open'
  /** How often a client sent bytes to a server while the answers of the server were lost. */
  unanswered = 0

  /**
   * @param choose gives the address that the next connection goes to.
   * @param answered is called with the bytes that a server sends.
   */
  private constructor(choose: () => URL, answered: (bytes: Buffer, near: Socket) => void) {
    this.#server = createServer((near) => {
      if (this.#state === 'severed') {
        near.on('error', () => undefined).resetAndDestroy()
        return
      }
      const { hostname, port } = choose()
      const far = connect(Number(port), hostname)
      const pair: Pair = { near, far, deaf: false, held: this.#state === 'stalled' ? [] : null }
      this.#pairs.add(pair)
      const carry = (write: () => void): void => {
        if (pair.held) pair.held.push(write)
        else write()
      }
      near.on('data', (bytes) => {
        if (pair.deaf) this.unanswered += 1
        carry(() => far.write(bytes))
      })
      far.on('data', (bytes) => {
        answered(bytes, near)
        if (!pair.deaf) carry(() => near.write(bytes))
      })
      const end = (): void => this.#end(pair)
      for (const socket of [near, far]) socket.on('close', end).on('error', end)
    })
  }

  static async open(
    choose: () => string,
    answered: (bytes: Buffer, near: Socket) => void = () => undefined,
  ): Promise<BadLine> {
    const line = new BadLine(() => new URL(choose()), answered)
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    return line
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }

  /** From now on, until it is cut, what is said arrives, and no answer comes back. */
  deafen(): void {
    for (const pair of this.#pairs) pair.deaf = true
  }

  /** From now on nothing arrives at either end, until it is released. */
  hold(): void {
    for (const pair of this.#pairs) pair.held ??= []
  }

  /** Lets the bytes that wait arrive, in their order, and all bytes after them. */
  release(): void {
    for (const pair of this.#pairs) {
      const held = pair.held ?? []
      pair.held = null
      for (const write of held) write()
    }
  }

  /** All connections break, if there are any. New ones can be made at once. */
  cut(): boolean {
    const pairs = [...this.#pairs]
    for (const pair of pairs) this.#end(pair)
    return pairs.length > 0
  }

  /** All connections break, and no new one can be made, until the line is mended. */
  sever(): void {
    this.#state = 'severed'
    this.cut()
  }

  /** Nothing arrives at either end of any connection, old or new, until the line is mended. */
  stall(): void {
    this.#state = 'stalled'
    this.hold()
  }

  /** The line is as it was at first. Bytes that wait arrive now. */
  mend(): void {
    this.#state = 'open'
    this.release()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
