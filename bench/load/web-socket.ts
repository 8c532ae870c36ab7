import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'

/** A mask of zeros leaves the payload as it is, which is allowed and costs the driver nothing. */
const ZERO_MASK = [0, 0, 0, 0] as const
const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/**
 * A WebSocket client over a plain socket that costs the driver little, so that the driver does not become the
 * bottleneck of what it measures. It supports what the measured servers send: text, binary, ping and close, fragmented
 * or not.
 */
export class WebSocketClient {
  /** Gets each message, and its length on the wire in bytes. */
  onMessage: (message: string | Buffer, bytes: number) => void = () => undefined
  onClose: () => void = () => undefined
  /** Resolves once the connection is upgraded. */
  readonly ready: Promise<void>
  readonly #socket: Socket
  #upgraded = false
  #rest: Buffer | null = null
  #fragments: Buffer[] | null = null

  constructor(url: URL, path: string) {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    this.#socket = socket
    this.ready = new Promise((resolve, reject) => {
      const key = randomBytes(16).toString('base64')
      socket.on('connect', () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
        )
      })
      socket.on('error', reject)
      socket.on('close', () => {
        reject(new Error('the connection was closed'))
        this.onClose()
      })
      socket.on('data', (chunk) => this.#receive(chunk, resolve, reject))
    })
    // The promise reports a failure to the code that awaits it; at this moment there may be none.
    this.ready.catch(() => undefined)
  }

  #receive(chunk: Buffer, resolve: () => void, reject: (error: Error) => void): void {
    let data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = null
    if (!this.#upgraded) {
      const end = data.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#rest = data
        return
      }
      const head = data.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 101')) {
        reject(new Error(head.split('\r\n')[0]))
        this.#socket.destroy()
        return
      }
      this.#upgraded = true
      resolve()
      data = data.subarray(end + 4)
    }
    this.#readFrames(data)
  }

  #readFrames(data: Buffer): void {
    let at = 0
    for (let frame = headOf(data, at); frame && data.length - at >= frame.head + frame.body; frame = headOf(data, at)) {
      const body = data.subarray(at + frame.head, at + frame.head + frame.body)
      at += frame.head + frame.body
      this.#handle(frame.opcode, frame.final, body, frame.head + frame.body)
    }
    if (at < data.length) this.#rest = data.subarray(at)
  }

  #handle(opcode: number, final: boolean, body: Buffer, bytes: number): void {
    if (opcode === OPCODE.ping) this.#write(OPCODE.pong, body)
    else if (opcode === OPCODE.close) this.#socket.end()
    else if (!final) (this.#fragments ??= []).push(Buffer.from(body))
    else {
      const whole = this.#fragments ? Buffer.concat([...this.#fragments, body]) : body
      this.#fragments = null
      this.onMessage(opcode === OPCODE.binary ? Buffer.from(whole) : whole.toString('utf8'), bytes)
    }
  }

  /** Returns the length on the wire, in bytes. */
  send(text: string): number {
    return this.#write(OPCODE.text, Buffer.from(text))
  }

  /** Returns the length on the wire, in bytes. */
  sendBinary(bytes: Buffer): number {
    return this.#write(OPCODE.binary, bytes)
  }

  #write(opcode: number, body: Buffer): number {
    const { length } = body
    const size = length < 126 ? [128 | length] : [128 | 126, length >> 8, length & 255]
    const head = Buffer.from([128 | opcode, ...size, ...ZERO_MASK])
    this.#socket.write(Buffer.concat([head, body]))
    return head.length + length
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** The head of the frame that begins at an offset; null while it is incomplete. */
function headOf(data: Buffer, at: number): { opcode: number; final: boolean; head: number; body: number } | null {
  const left = data.length - at
  if (left < 2) return null
  const first = data[at]!
  const short = data[at + 1]! & 127
  const frame = { opcode: first & 15, final: (first & 128) !== 0 }
  if (short < 126) return { ...frame, head: 2, body: short }
  if (short === 126) return left < 4 ? null : { ...frame, head: 4, body: data.readUInt16BE(at + 2) }
  return left < 10 ? null : { ...frame, head: 10, body: Number(data.readBigUInt64BE(at + 2)) }
}
