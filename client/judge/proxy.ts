import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { Court, Request } from './court.ts'
import { parsed } from './packets.ts'
import type { Plan } from './plan.ts'
import type { Drained, Fate } from './relay.ts'
import { ASKED_MS, busy, disguised, enlarged, LATE_MS, Relay } from './relay.ts'

/** No message of a client is longer, in bytes. */
const MOST_BYTES = 1024 * 1024
/** Where a match is in the address of a route. */
const MATCH = /^\/v1\/matches\/([^/?]{16})(?=[/?]|$)/
/** Of the headers of a message, those that are for one connection alone. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
  'upgrade',
]
/** Between the packets of a body of long polling. */
const SEPARATOR = '\x1e'

/** A proxy in front of a server that disturbs a client by a plan, and shows a court what passes. */
export class Proxy {
  readonly #target: URL
  readonly #court: Court
  readonly #plan: Plan
  readonly #drained: Drained = new Map()
  readonly #known = new Set<string>()
  readonly #server = createServer(
    (request, response) => void this.#serve(request, response).catch(() => response.destroy()),
  )
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_BYTES })
  /** The connections of long polling, by their ids of Engine.IO. */
  readonly #relays = new Map<string, Relay>()

  constructor(target: URL, court: Court, plan: Plan) {
    this.#target = target
    this.#court = court
    this.#plan = plan
    this.#server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.#sockets.handleUpgrade(request, socket, head, (near) => this.#carry(request, near))
    })
  }

  /** Listens on a free port of this machine, and resolves with the address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const near of this.#sockets.clients) near.terminate()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  // HTTP --------------------------------------------------------------------------------------------------------------

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await bodyOf(incoming)
    if (new URL(url, this.#target).pathname.endsWith('/socket.io/')) return this.#poll(incoming, body, response)
    const path = url.replace(/\?.*$/, '')
    const match = MATCH.exec(url)?.[1] ?? null
    const name = `${method} ${match === null ? path : path.replace(match, '{id}')}`
    const isAct = name === 'POST /v1/matches/{id}/actions'
    const place = isAct ? 'act' : name === 'GET /v1/matches/{id}' ? 'view' : null
    // What is read is in the address.
    const content = method === 'GET' ? url : (parsed(body) ?? body)
    const request: Request = { by: headers.authorization ?? '', name, match, isAct, body: content }
    this.#court.sent(request)
    const disturbance = place && this.#plan.next(place)
    if (disturbance === 'busy') {
      const refusal = busy()
      this.#court.answered(request, refusal, false)
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': String(Math.ceil(ASKED_MS / 1000)) })
      response.end(JSON.stringify(refusal))
      return
    }
    if (disturbance === 'lose-request') {
      this.#court.answered(request, null, true)
      response.destroy()
      return
    }
    if (disturbance === 'delay') await later(LATE_MS)
    const answer = await this.#ask(method, url, headers, body)
    const text = await answer.text()
    const given = parsed(text)
    const isLost = disturbance === 'lose-answer'
    this.#court.answered(request, given ?? null, isLost)
    if (isLost) {
      response.destroy()
      return
    }
    response.writeHead(answer.status, headersOf(answer))
    const shown = disturbance === 'unknown' ? enlarged(given) : disguised(given)
    response.end(given === undefined ? text : JSON.stringify(shown))
  }

  async #ask(method: string, url: string, headers: IncomingHttpHeaders, body: string): Promise<Response> {
    const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !OWN_HEADERS.includes(name) ? [[name, value]] : [],
    )
    return fetch(new URL(url, this.#target), {
      method,
      headers: passed,
      redirect: 'manual',
      ...(body !== '' && { body }),
    })
  }

  /** A request of long polling: its packets are those of a connection. */
  async #poll(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const relay = this.#relayOf(new URL(url, this.#target))
    const sent = body === '' ? [] : body.split(SEPARATOR).map((packet) => relay.fromClient(packet))
    if (sent.some(({ cut }) => cut)) {
      relay.ended()
      response.destroy()
      return
    }
    for (const { afterMs } of sent) if (afterMs !== undefined) await later(afterMs)
    relay.waiting.push(...sent.flatMap(({ back = [] }) => back))
    const passed = sent.flatMap(({ on }) => on).join(SEPARATOR)
    if (sent.length > 0 && passed === '') {
      response.end('ok')
      return
    }
    const answer = await this.#ask(method, url, headers, passed)
    const text = await answer.text()
    const opened = text.startsWith('0') ? (parsed(text.slice(1)) as { sid?: string } | undefined) : undefined
    if (opened?.sid !== undefined) this.#relays.set(opened.sid, relay)
    const got = method === 'GET' ? text.split(SEPARATOR).map((packet) => relay.fromServer(packet)) : []
    for (const { afterMs } of got) if (afterMs !== undefined) await later(afterMs)
    const packets = [...(method === 'GET' ? relay.waiting.splice(0) : []), ...got.flatMap(({ on }) => on)]
    if (got.some(({ cut }) => cut) && packets.length === 0) {
      relay.ended()
      response.destroy()
      return
    }
    response.writeHead(answer.status, headersOf(answer))
    response.end(method === 'GET' ? packets.join(SEPARATOR) : text)
  }

  // WebSockets --------------------------------------------------------------------------------------------------------

  /** The relay of the connection that an address names, or of a new one. */
  #relayOf({ searchParams }: URL): Relay {
    const known = this.#relays.get(searchParams.get('sid') ?? '')
    return known ?? new Relay(this.#court, this.#plan, this.#drained, this.#known)
  }

  #carry({ url = '/' }: IncomingMessage, near: WebSocket): void {
    const address = new URL(url, this.#target)
    const relay = this.#relayOf(address)
    address.protocol = address.protocol.replace('http', 'ws')
    const far = new WebSocket(address, { perMessageDeflate: false })
    const end = (): void => {
      near.terminate()
      far.terminate()
    }
    // One after the other, in both directions: a packet that comes late holds up those behind it.
    const queue = (from: WebSocket, look: (text: string) => Fate, to: WebSocket): void => {
      let before: Promise<unknown> = to === far ? once(far, 'open') : Promise.resolve()
      from.on('message', (data) => {
        const { on, back = [], afterMs, cut } = look((data as Buffer).toString())
        for (const packet of back) from.send(packet)
        // What is lost does not hold up what comes after it.
        if (on.length === 0 && cut) return void later(afterMs ?? 0).then(end)
        before = before
          .then(async () => {
            if (afterMs !== undefined) await later(afterMs)
            for (const packet of on) if (to.readyState === WebSocket.OPEN) to.send(packet)
            if (cut) to.close()
          })
          .catch(end)
      })
    }
    queue(near, (text) => relay.fromClient(text), far)
    queue(far, (text) => relay.fromServer(text), near)
    near.once('close', () => relay.ended())
    for (const socket of [near, far]) socket.once('close', end).on('error', end)
  }
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The whole body of a request. @throws Error if it is too long */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MOST_BYTES) throw new Error('The body is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** The headers of an answer whose body may have changed. */
const headersOf = (answer: Response): Record<string, string> =>
  Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding' && !OWN_HEADERS.includes(name)))
