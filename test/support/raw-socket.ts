import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'

/** The opcodes of WebSocket frames (RFC 6455). */
export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

/**
 * A WebSocket client that does only what a test makes it do: it answers no ping and no close frame, and can stop
 * reading. It talks Engine.IO: a text frame begins with the type of its packet, `4` for a message.
 */
export class RawSocket {
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  readonly #socket: Socket
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      this.#received += data.toString('latin1')
    })
  }

  /** Opens a connection. Resolves when the server has accepted or refused it. */
  static async open(url: string, path = '/socket.io/?EIO=4&transport=websocket'): Promise<RawSocket> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    const raw = new RawSocket(socket)
    await once(socket, 'connect')
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    await Promise.race([raw.closed, raw.receives('\r\n\r\n')])
    return raw
  }

  /** Opens a connection and connects with a token. Resolves when the server has admitted or refused the player. */
  static async connect(url: string, token: string): Promise<RawSocket> {
    const raw = await RawSocket.open(url)
    raw.send(`40${JSON.stringify({ token })}`)
    await Promise.race([raw.closed, raw.receives(/4[04]\{/)])
    return raw
  }

  /** All that the server has sent, as text. */
  get received(): string {
    return this.#received
  }

  /** Resolves once the server has sent something. @throws Error if it closes the connection before. */
  async receives(what: string | RegExp): Promise<void> {
    const has = (): boolean => (typeof what === 'string' ? this.#received.includes(what) : what.test(this.#received))
    while (!has()) {
      if (this.#socket.closed) throw new Error(`the connection was closed before it received ${what}`)
      await Promise.race([this.closed, new Promise((resolve) => this.#socket.once('data', resolve))])
    }
  }

  /** Sends text frames. Resolves with false when the operating system cannot take any more for now. */
  send(...texts: string[]): boolean {
    return this.#socket.write(Buffer.concat(texts.map((text) => frame(OPCODE.text, text))))
  }

  /** Sends a frame of any kind. */
  sendFrame(opcode: number, payload = ''): boolean {
    return this.#socket.write(frame(opcode, payload))
  }

  /** Resolves when the operating system takes more, or the connection is closed. */
  async drained(): Promise<void> {
    await Promise.race([new Promise<void>((resolve) => this.#socket.once('drain', resolve)), this.closed])
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** Reads nothing from now on. */
  stopReading(): void {
    this.#socket.pause()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** A whole frame, masked with zeros as a client's must be masked. */
function frame(opcode: number, payload: string): Buffer {
  const body = Buffer.from(payload)
  const { length } = body
  const size = length < 126 ? Buffer.alloc(0) : length < 65_536 ? Buffer.alloc(2) : Buffer.alloc(8)
  if (size.length === 2) size.writeUInt16BE(length)
  if (size.length === 8) size.writeBigUInt64BE(BigInt(length))
  const marker = size.length === 0 ? length : size.length === 2 ? 126 : 127
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | marker]), size, Buffer.alloc(4), body])
}

/** An Engine.IO connection by HTTP long polling, of which the test makes each request itself. */
export class RawPolling {
  readonly #url: string

  private constructor(url: string) {
    this.#url = url
  }

  static async open(url: string): Promise<RawPolling> {
    const path = `${url}/socket.io/?EIO=4&transport=polling`
    const response = await fetch(path)
    if (!response.ok) throw new Error(`the handshake was answered with ${response.status}`)
    const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string }
    return new RawPolling(`${path}&sid=${sid}`)
  }

  /** Sends packets in one body. Resolves with the status of the answer; 0 if the connection was cut. */
  async post(...packets: string[]): Promise<number> {
    return fetch(this.#url, { method: 'POST', body: packets.join('\x1e') }).then(
      async (response) => {
        await response.text()
        return response.status
      },
      () => 0,
    )
  }

  /** Polls once. Resolves with the packets. */
  async poll(): Promise<string[]> {
    const response = await fetch(this.#url)
    return (await response.text()).split('\x1e')
  }

  /** Whether the server still knows the connection. */
  async isOpen(): Promise<boolean> {
    return (await this.post('3')) === 200
  }
}
