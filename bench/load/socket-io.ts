import { WebSocketClient } from './web-socket.ts'

/** Gets the packet unparsed, and where its JSON begins. */
type Acknowledged = (text: string, json: number, bytes: number) => void

export interface SocketIoOptions {
  url: URL
  /** The payload of the CONNECT packet. */
  auth?: object
  /** The namespace, for example `/duel`; the main one by default. */
  namespace?: string
}

/** A Socket.IO client over WebSocket: connect, emit with acknowledgement, events. It parses only what is asked for. */
export class SocketIoClient {
  /** Gets each event packet unparsed, and its length on the wire in bytes. */
  onEvent: (text: string, bytes: number) => void = () => undefined
  readonly connected: Promise<void>
  readonly #socket: WebSocketClient
  readonly #prefix: string
  readonly #acknowledged = new Map<number, Acknowledged>()
  #lastId = 0

  constructor({ url, auth, namespace }: SocketIoOptions) {
    this.#prefix = namespace === undefined ? '' : `${namespace},`
    const socket = new WebSocketClient(url, '/socket.io/?EIO=4&transport=websocket')
    this.#socket = socket
    this.connected = new Promise((resolve, reject) => {
      socket.ready.catch(reject)
      socket.onMessage = (message, bytes) => {
        if (typeof message !== 'string') return
        const [engine, packet] = message
        if (engine === '0') socket.send(`40${this.#prefix}${auth ? JSON.stringify(auth) : ''}`)
        else if (engine === '2') socket.send('3')
        else if (engine !== '4') return
        else if (packet === '2') this.onEvent(message, bytes)
        else if (packet === '3') this.#acknowledge(message, bytes)
        else if (packet === '0') resolve()
        else if (packet === '4') reject(new Error(message))
        else if (packet === '1') socket.close()
      }
    })
    this.connected.catch(() => undefined)
  }

  set onClose(closed: () => void) {
    this.#socket.onClose = closed
  }

  #acknowledge(text: string, bytes: number): void {
    const json = text.indexOf('[')
    const id = Number(text.slice(2 + this.#prefix.length, json))
    const acknowledged = this.#acknowledged.get(id)
    this.#acknowledged.delete(id)
    acknowledged?.(text, json, bytes)
  }

  /** Emits an event with one payload, given as JSON. Returns its length on the wire, in bytes. */
  emit(event: string, json: string, acknowledged?: Acknowledged): number {
    if (!acknowledged) return this.#socket.send(`42${this.#prefix}["${event}",${json}]`)
    const id = (this.#lastId += 1)
    this.#acknowledged.set(id, acknowledged)
    return this.#socket.send(`42${this.#prefix}${id}["${event}",${json}]`)
  }

  /** Emits an event and resolves with its acknowledgement. @throws Error if that is a refusal. */
  ask<T>(event: string, payload: object): Promise<T> {
    return new Promise((resolve, reject) => {
      this.emit(event, JSON.stringify(payload), (text, json) => {
        const [answer] = JSON.parse(text.slice(json)) as [T & { ok: boolean; error?: unknown }]
        if (answer.ok) resolve(answer)
        else reject(new Error(`${event} was refused: ${JSON.stringify(answer.error)}`))
      })
    })
  }

  close(): void {
    this.#socket.close()
  }
}
